/** Where the pages of `docs/` and the schemas for editors are published (`.github/workflows/site.yml`). Addresses below it never change. */
export const SITE = 'https://fleet-gate.github.io/fleet-gate';
