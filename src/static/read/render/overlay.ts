export const RENDER_TOOLS = ['kustomize', 'helm'] as const;
export type RenderTool = (typeof RENDER_TOOLS)[number];

/** A kustomization or chart that is rendered, by its names relative to the working directory. */
export interface Overlay {
  readonly tool: RenderTool;
  /** How reports call it. */
  readonly name: string;
  readonly directory: string;
  /** The kustomization.yaml or Chart.yaml. */
  readonly file: string;
  /** Files with values, for helm. */
  readonly values: readonly string[];
  /** Checked arguments: `--flag` or `--flag=value`. */
  readonly args: readonly string[];
  /** Where the configuration asks for it, for what is wrong with that. */
  readonly place?: string;
}
