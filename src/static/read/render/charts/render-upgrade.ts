import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '../../../world/manifest.ts';
import { keyOfManifest } from '../../../world/manifest-key.ts';
import type { Overlay } from '../overlay.ts';
import { type Chart, type Releases, renderReleases } from './render-releases.ts';

/** What an upgrade of a release has, if it differs from an installation. */
export interface Upgrade {
  /** Whether it was rendered, or the chart does not ask for it. */
  readonly isKnown: boolean;
  /** All of its objects, as an overlay of its own; none if it changes and adds nothing. */
  readonly manifests: readonly Manifest[];
}

/**
 * Renders a chart as an upgrade, if a template of it may ask whether it is one. What only the installation makes is still there after an
 * upgrade: a Secret that is kept, or the result of a hook.
 * @param packed the texts of charts that are packed in it
 */
export async function renderUpgrade(
  overlay: Overlay,
  chart: Chart,
  { manifests: installed }: Releases,
  packed: Iterable<string>,
): Promise<Upgrade> {
  if (overlay.args.includes(IS_UPGRADE) || ![...chart.sources.texts.values(), ...packed].some((text) => ASKS.test(text)))
    return { isKnown: true, manifests: [] };
  const upgraded = { ...overlay, name: `${overlay.name} (upgrade)`, args: [...overlay.args, IS_UPGRADE] };
  const made = await renderReleases(upgraded, chart);
  if ('why' in made) return { isKnown: false, manifests: [] };
  const before = new Map(installed.map((manifest) => [keyOfManifest(manifest), manifest]));
  const isSame = (manifest: Manifest): boolean => isDeepStrictEqual(before.get(keyOfManifest(manifest))?.object, manifest.object);
  if (made.manifests.every(isSame)) return { isKnown: true, manifests: [] };
  const keys = new Set(made.manifests.map(keyOfManifest));
  const kept = installed.filter((manifest) => !keys.has(keyOfManifest(manifest)));
  return { isKnown: true, manifests: [...made.manifests, ...kept.map((manifest) => ({ ...manifest, overlay: upgraded.name }))] };
}

const IS_UPGRADE = '--is-upgrade';
const ASKS = /\bIs(?:Upgrade|Install)\b/;
