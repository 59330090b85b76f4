/**
 * The address of the published pages of `docs/` and of the schemas for editors (`.github/workflows/site.yml`). Addresses below it never
 * change.
 */
export const SITE = 'https://fleet-gate.github.io/fleet-gate';
