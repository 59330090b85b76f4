import { z } from 'zod';

/** A tool for an agent: its command, purpose and fields. All tools are read-only. */
export interface McpTool {
  readonly command: 'lint' | 'plan' | 'diagnose' | 'explain' | 'owns';
  readonly description: string;
  readonly input: z.ZodObject;
  /** Fields that name files or folders, which must be inside the root. */
  readonly paths: readonly string[];
  /** Requires a hub, or files of a hub in `from`. */
  readonly needsHub?: true;
}

const text = (description: string): z.ZodString => z.string().min(1).max(4096).describe(description);
const list = (description: string): z.ZodArray<z.ZodString> => z.array(z.string().min(1).max(4096)).min(1).max(100).describe(description);

const PATHS = list('Files or folders with manifests, below the root. Default: the root.').optional();
const CLUSTERS = text('File with the MemberClusters of the fleet, or a dump of a hub.').optional();
const BASE = text('Git ref to compare with: shows what the change adds, fixes and removes.').optional();
const TARGET = z.enum(['v0.3', 'aks', 'main']).describe('The hub to check for. Default: v0.3.').optional();
const FROM = list(
  'Files with objects of a hub, as `kubectl get … -o yaml` or `fleet-gate snapshot` write them. Without it the hub is read.',
).optional();

export const MCP_TOOLS: readonly McpTool[] = [
  {
    command: 'lint',
    description:
      'Checks KubeFleet manifests: what the hub would refuse, what will fail on member clusters, what misbehaves. Returns findings, each with file, line, cause and remedy. Reads files only.',
    input: z.strictObject({ paths: PATHS, clusters: CLUSTERS, base: BASE, target: TARGET }),
    paths: ['paths', 'clusters'],
  },
  {
    command: 'plan',
    description:
      'Shows which member clusters each placement would pick and why not the others, what it selects, and with a base what changes. Reads files only.',
    input: z.strictObject({ paths: PATHS, clusters: CLUSTERS, base: BASE, target: TARGET }),
    paths: ['paths', 'clusters'],
  },
  {
    command: 'diagnose',
    description:
      'Checks placements and update runs once, now: whether their content is available on every cluster, or which documented failure prevents it, on which cluster, because of which object, and what to do.',
    input: z.strictObject({
      targets: list('Placements or update runs as KIND/[NAMESPACE/]NAME, for example crp/web. Default: all.').optional(),
      from: FROM,
      manifests: list('Files or folders that were just deployed: exactly their content must be there.').optional(),
      now: text('With `from`: RFC 3339 time to check at, if the files have none.').optional(),
    }),
    paths: ['from', 'manifests'],
    needsHub: true,
  },
  {
    command: 'owns',
    description: 'Shows which placement, snapshot, override and Work put an object on which member cluster, or why it is not there.',
    input: z.strictObject({
      object: text('The object as KIND/[NAMESPACE/]NAME, for example Deployment/shop/web.'),
      cluster: list('Only these member clusters.').optional(),
      from: FROM,
    }),
    paths: ['from'],
    needsHub: true,
  },
  {
    command: 'explain',
    description: 'Explains a rule or a failure by its id: why it exists, what to do. Without an id it lists all.',
    input: z.strictObject({ id: text('For example overlapping-placements.').optional() }),
    paths: [],
  },
];
