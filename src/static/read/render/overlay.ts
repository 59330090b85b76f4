import type { HookRunner } from '../../world/manifest.ts';

export const RENDER_TOOLS = ['kustomize', 'helm'] as const;
export type RenderTool = (typeof RENDER_TOOLS)[number];

/** A kustomization or chart to render. Names are relative to the working directory. */
export interface Overlay {
  readonly tool: RenderTool;
  /** The name in reports. */
  readonly name: string;
  readonly directory: string;
  /** The kustomization.yaml or Chart.yaml. */
  readonly file: string;
  /** Files with values, for helm. */
  readonly values: readonly string[];
  /** Checked arguments: `--flag` or `--flag=value`. */
  readonly args: readonly string[];
  /** kubectl applies what `helm template` prints, so the namespace of the release is only for templates. Absent if helm applies it. */
  readonly isTemplated?: true;
  /** For a release that the configuration and its deployers name differently: what differs, and both of them, as the end of a sentence. */
  readonly contradicted?: string;
  /** What runs the hooks of the chart, as far as it is known. */
  readonly hooks?: HookRunner | 'none';
  /** The place in the configuration that requests it, for errors. */
  readonly place?: string;
}
