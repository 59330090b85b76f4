import { posix } from 'node:path';
import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { imageOfText } from '../../images/replaced-images.ts';
import type { Manifest } from '../../world/manifest.ts';
import { KUSTOMIZATION_NAMES } from '../kustomize/kustomization.ts';
import type { MadeApplication } from './application-sets/application-sets.ts';
import { type Delivery, type Destination, given, heldBackBy, OF_HELM, OWN } from './delivery.ts';
import { deletesAtEnd, prunes } from './prunes.ts';
import { withOverrides } from './source-overrides.ts';
import { versionOf } from './charts/taken-version.ts';
import type { GitContent } from './application-sets/generated-parameters.ts';

export function ofApplication(
  manifest: Manifest,
  spec: unknown,
  content: GitContent,
  unknownPatch?: MadeApplication['unknownPatch'],
): readonly Delivery[] {
  // The hydrated content is in another branch.
  const branch = stringAt(spec, 'sourceHydrator', 'syncSource', 'targetBranch');
  return sourcesOf(spec).flatMap((written): readonly Delivery[] => {
    // It has only values for a chart elsewhere, or it is such a chart.
    const path = stringAt(written, 'path');
    if (path === undefined) return [];
    const source = withOverrides(written, path, manifest.object.metadata.name, content);
    const [kustomize, helm, directory] = ['kustomize', 'helm', 'directory'].map((name) => objectAt(source, name));
    const plugin = field(source, 'plugin');
    const ofHelm = Object.fromEntries(OF_HELM.map((name) => [name, helm?.[name]]));
    const images = listAt(kustomize, 'images').map(imageOfText);
    const changes = given({
      ...ofHelm,
      ...kustomize,
      images,
      plugin: plugin === undefined ? [] : [plugin],
      templatePatch: unknownPatch?.ofSource === true ? unknownPatch.text : '',
    });
    const isPlain = [kustomize, helm, plugin].every((each) => each === undefined);
    const files = {
      isAsked: directory !== undefined,
      recurse: directory?.['recurse'] === true,
      include: stringAt(directory, 'include') ?? '',
      exclude: stringAt(directory, 'exclude') ?? '',
      skipped: directory === undefined && isBuilt(path, content) ? NONE : (content.skipped?.() ?? NONE),
    };
    const revision = stringAt(written, 'targetRevision') ?? '';
    const repository = stringAt(written, 'repoURL');
    return [
      {
        manifest,
        path,
        repository,
        takes: [versionOf(revision), ...(branch === undefined ? [] : [versionOf(branch)])],
        destination: destinationOf(spec),
        isUncertain: unknownPatch !== undefined || repository?.startsWith('oci://') === true,
        changes,
        namespace: stringAt(spec, 'destination', 'namespace'),
        prunes: prunes('Application', spec),
        ...deletesAtEnd(manifest.object),
        ...(isPlain ? { files } : {}),
        ...(helm?.['skipCrds'] === true ? { skipsCrds: true } : {}),
        ...heldBackBy(false, FIXED_REVISION.test(revision) ? revision : undefined),
      },
    ];
  });
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a folder has a kustomization or a chart. */
function isBuilt(path: string, { files }: GitContent): boolean {
  return [...KUSTOMIZATION_NAMES, 'Chart.yaml'].some((name) => files().has(posix.join('/', path, name).slice(1)));
}

/** Several sources replace a single one, and a hydrated Application has its source elsewhere. */
export function sourcesOf(spec: unknown): readonly unknown[] {
  const dry = field(spec, 'sourceHydrator', 'drySource');
  const several = listAt(spec, 'sources');
  return dry === undefined ? (several.length > 0 ? several : [field(spec, 'source')]) : [dry];
}

/** The names of the cluster in which Argo CD runs. */
const IN_CLUSTER = new Set(['', 'https://kubernetes.default.svc', 'in-cluster']);

/** The cluster of an Application. */
export function destinationOf(spec: unknown): Destination {
  const name = stringAt(spec, 'destination', 'name') ?? '';
  const server = trimEndSigns(stringAt(spec, 'destination', 'server') ?? '', '/');
  if (IN_CLUSTER.has(name) && IN_CLUSTER.has(server)) return OWN;
  return name === '' ? { by: 'server', name: server } : { by: 'name', name };
}

/** A version, a pattern of versions, a commit, or a reference that is not a branch (a tag, a pull request). */
// linear: it looks at the start of a revision.
const FIXED_REVISION = /^(?:[~^<>=*]|v?\d+\.[\w.*-]+$|v\d+$|[0-9a-f]{40}$|refs\/(?!heads\/))/;
