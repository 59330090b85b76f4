import { field, isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../../fleet/json/json.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { oncePer } from '../../../../fleet/memo/once-per.ts';
import { isKnownText } from '../delivery.ts';
import { skippedBy } from '../skipped-by.ts';
import { GeneratedParameters, type GitContent } from './generated-parameters.ts';

/** An Application that an ApplicationSet makes. */
export interface MadeApplication {
  /** Parameters that are not known stay in it. */
  readonly name: string;
  /** Its finalizers. */
  readonly finalizers: readonly unknown[];
  /** See `Delivery`. */
  readonly heldBack?: string;
  /** Its spec. Parameters that are not known stay in the texts. */
  readonly spec: unknown;
  /** The patch of the set may change the destination, and the source if `ofSource` is set, in a way that is not known here. */
  readonly unknownPatch?: { readonly text: string; readonly ofSource: boolean };
  /** The sets of the tree make more than the limit of `GeneratedParameters`; this entry is in place of those above it. */
  readonly isOverLimit?: true;
}

/**
 * The Applications that an ApplicationSet of Argo CD makes, as far as its generators can be read without a cluster: lists, and folders and
 * files of git, also within a matrix or a merge. The template of a generator decides before the one of the set; generators inside a matrix
 * or a merge have none that is used. Then the patch of the set is merged. Sources:
 * `pkg/apis/applicationset/v1alpha1/applicationset_types.go`,
 * `applicationset/generators/{generator_spec_processor,git,list,matrix,merge}.go` and `applicationset/controllers/template/` of
 * argoproj/argo-cd.
 */
export function applicationsOf(set: KubeObject, content: GitContent): readonly MadeApplication[] {
  return applicationsIn(content)(set);
}

/** The ApplicationSets of a tree share one limit, so each is read once. */
const applicationsIn = oncePer((content: GitContent) => {
  const parameters = new GeneratedParameters(content);
  return oncePer((set: KubeObject) => applicationsWith(set, parameters));
});

function applicationsWith(set: KubeObject, generated: GeneratedParameters): readonly MadeApplication[] {
  const patch = stringAt(set, 'spec', 'templatePatch') ?? '';
  const generators = listAt(set, 'spec', 'generators');
  const ids = new Set<string>();
  // Without generators it makes nothing, unless another tool adds some: then the texts of the template are what is known.
  return (generators.length === 0 ? [undefined] : generators).flatMap((generator) => {
    const own = isObject(generator) ? Object.values(generator).map((each) => field(each, 'template')) : [];
    const template = withDefaults(own.find(isObject), field(set, 'spec', 'template'));
    const made = generated.of(generator);
    // If the parameters are not known, the texts without any are the same for all Applications.
    return (made ?? [{}]).map((parameters): MadeApplication => {
      const application = generated.filledIn(template, parameters);
      const over = generated.isSpent ? ({ isOverLimit: true } as const) : {};
      const changed = patched(application, String(generated.filledIn(patch, parameters)));
      const name = stringAt(application, 'metadata', 'name') ?? '';
      const id = `${stringAt(application, 'metadata', 'namespace') ?? ''}/${name}`;
      const isTaken = made !== undefined && isKnownText(id) && ids.has(id);
      if (made !== undefined) ids.add(id);
      const metadata = {
        name,
        finalizers: listAt(changed ?? application, 'metadata', 'finalizers'),
        ...(isTaken ? { heldBack: `it makes two Applications with the name ${name}` } : skippedBy(changed ?? application)),
      };
      return changed === undefined
        ? {
            ...metadata,
            spec: field(application, 'spec'),
            unknownPatch: { text: patch, ofSource: patch.split('\n').some(mayChangeSource) },
            ...over,
          }
        : { ...metadata, spec: field(changed, 'spec'), ...over };
    });
  });
}

/** A value, with the fields of another one where it has none or an empty one. */
function withDefaults(own: unknown, defaults: unknown): unknown {
  if (isObject(own) && isObject(defaults)) {
    const names = new Set([...Object.keys(own), ...Object.keys(defaults)]);
    return Object.fromEntries([...names].map((name) => [name, withDefaults(own[name], defaults[name])]));
  }
  const isEmpty = own === undefined || own === null || own === '' || own === false || own === 0 || (Array.isArray(own) && own.length === 0);
  return isEmpty ? defaults : own;
}

/** The Application with the patch; `undefined` if the patch may change what is deployed or where, in a way that is not known here. */
function patched(application: unknown, patch: string): unknown {
  if (patch.trim() === '') return application;
  const [document, ...others] = patch.includes('{{') ? [] : [...readDocuments(patch)];
  const isPlain = document?.kind === 'read' && others.length === 0 && !/\$(?:patch|retainKeys|setElementOrder|deleteFrom)/.test(patch);
  if (isPlain) return merged(application, document.value);
  return patch.split('\n').every(keepsContent) ? application : undefined;
}

/** Whether a line of a patch with expressions writes one field, and none that decides what is deployed or where. */
function keepsContent(line: string): boolean {
  const text = line.trim();
  return text === '' || text.startsWith('#') || CONTROL.test(text) || (FIELD.test(text) && !OF_CONTENT.test(text));
}

function mayChangeSource(line: string): boolean {
  const text = line.trim();
  return !keepsContent(text) && (!KEY.test(text) || OF_SOURCE.test(text));
}

// linear: each looks along one line, from its start or from a word.
const KEY = /^(?:- )?["']?[\w./-]+["']?:/;
const OF_SOURCE = /\bsource|^["']?spec["']?: {0,9}\{\{/;
const CONTROL = /^\{\{-? {0,9}(?:if|else|end|range|with)\b[^{}]*\}\}$/;
// linear: it reads one line from its start, and its blanks can be divided in at most ten ways.
const FIELD = /^(?:- )?["']?[\w./-]+["']?(?:: {0,9}(?:(?:(?!\{\{).)*|["']?\{\{-? {0,9}\.[\w.]+ {0,9}-?\}\}["']?))?$/;
const OF_CONTENT = /\b(?:sources?|sourceHydrator|destination)\b/;

/** A JSON merge patch: the patch of a set is a strategic one, and no list of an Application has a merge key. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const own = isObject(value) ? value : {};
  const names = new Set([...Object.keys(own), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!Object.hasOwn(patch, name)) return [[name, own[name]]];
      return patch[name] === null ? [] : [[name, merged(own[name], patch[name])]];
    }),
  );
}

/** The git generators of an ApplicationSet, also within a matrix or a merge. */
export function gitGeneratorsOf(set: KubeObject): readonly JsonObject[] {
  const within = (generator: unknown): readonly JsonObject[] =>
    [
      objectAt(generator, 'git') ?? [],
      ...[...listAt(generator, 'matrix', 'generators'), ...listAt(generator, 'merge', 'generators')].map(within),
    ].flat();
  return listAt(set, 'spec', 'generators').flatMap(within);
}

/** The patterns of the files that generators of an ApplicationSet read, each with a star in place of a parameter. */
export function filePatternsOf(set: KubeObject): readonly string[] {
  return gitGeneratorsOf(set)
    .flatMap((git) => listAt(git, 'files').flatMap((entry) => stringAt(entry, 'path') ?? []))
    .map((pattern) => pattern.replaceAll(/\{\{[^{}]*\}\}/g, '*'));
}
