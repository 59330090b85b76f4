import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { AUTHORED_KINDS, isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { labelsOf } from '../../../fleet/kubernetes/label-selector.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { ObjectSelector } from './object-selectors.ts';
import { TargetReader } from './patch-targets.ts';
import { picksOfTree } from './placed-content.ts';

/**
 * Returns whether a kustomization that selects objects may change objects of KubeFleet or content of a placement, although the objects that it
 * lists are not known. A selector of a kind, such as all Deployments, says nothing about that. `loadGoPatterns` must have been awaited.
 * @param tree all that is known @param isMoved the kustomization sets the namespace of all that it builds
 */
export function meetsKnownContent(tree: readonly Manifest[]): (selector: ObjectSelector, isMoved: boolean) => boolean {
  const ofFleet = tree.filter(({ object }) => isFleetObject(object)).map(({ object }) => object);
  // Nothing is placed, and a pattern such as `Cluster.*` is for other kinds.
  if (ofFleet.length === 0) return () => false;
  const reader = new TargetReader();
  const namespaces = placedNamespaces(tree);
  const spaces = tree.filter(({ object }) => isNamespace(object) && namespaces.has(object.metadata.name)).map(({ object }) => object);
  const selected = ofFleet.filter(isPlacement).flatMap((object) => listAt(object, 'spec', 'resourceSelectors'));
  return (selector, isMoved) => {
    const { group, version, kind, name, namespace, isRenamed = false } = selector;
    const isOpen = (pattern: string | undefined, probes: readonly string[]): boolean =>
      pattern === undefined || probes.every((probe) => reader.matches(pattern, probe));
    const [isAnyName, isAnySpace] = [isOpen(name, NAMES), isOpen(namespace, NAMES)];
    const isAnyKind = isOpen(kind, KINDS) && isOpen(group, GROUPS);
    const fits = (type: { readonly group: string; readonly kind: string }): boolean =>
      reader.matches(kind, type.kind) && reader.matches(group, type.group);
    const fitsObject = (object: KubeObject): boolean =>
      (selector.labels !== undefined || !isAnyName) && selectsObject(reader, selector, object);
    const isSelectedType = (each: unknown): boolean => fits({ group: stringAt(each, 'group') ?? '', kind: stringAt(each, 'kind') ?? '' });
    if (isRenamed && selected.some(isSelectedType)) return true;
    const fitsKind = AUTHORED_KINDS.some((type) => fits(type) && type.versions.some((each) => reader.matches(version, each)));
    if (!isAnyKind && fitsKind) return true;
    if (isAnySpace && ofFleet.some(fitsObject)) return true;
    const isSelected = selected.some((each) => {
      const { labelSelector } = each as { labelSelector?: unknown };
      const wanted = stringAt(each, 'name');
      if (stringAt(each, 'kind') === 'Namespace' || !isSelectedType(each)) return false;
      return wanted === undefined ? labelSelector === undefined && !isAnyKind : !isAnyName && reader.matches(name, wanted);
    });
    if (isSelected) return true;
    if (isMoved) return false;
    if (!isAnySpace) return [...namespaces].some((each) => reader.matches(namespace, each));
    if (spaces.some(fitsObject)) return true;
    return !isAnyName && fits({ group: '', kind: 'Namespace' }) && [...namespaces].some((each) => reader.matches(name, each));
  };
}

/** Whether a selector selects an object of its namespace, or of any. */
export function selectsObject(reader: TargetReader, { group, kind, name, labels }: ObjectSelector, object: KubeObject): boolean {
  return (
    reader.matches(kind, object.kind) &&
    reader.matches(group, groupOf(object.apiVersion)) &&
    reader.matches(name, object.metadata.name) &&
    (labels === undefined || hasLabels(object, labels))
  );
}

/** A pattern that matches these is for all. */
const NAMES = ['q0x', 'zz-1'];
const KINDS = ['Qx', 'Zy1'];
const GROUPS = ['', 'qx.zy1.io'];

/** The namespaces that placements select, as far as their names are known. */
function placedNamespaces(tree: readonly Manifest[]): ReadonlySet<string> {
  const { picksNamespace, names } = picksOfTree(tree);
  const declared = tree.flatMap(({ object, namespace }) => [...(isNamespace(object) ? [object.metadata.name] : []), namespace ?? '']);
  return new Set([...names, ...declared.filter((name) => name !== '' && picksNamespace(name))]);
}

function isNamespace({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** Whether an object has the labels that a selector asks for. Those that it must not have say nothing. */
function hasLabels(object: KubeObject, selector: string): boolean {
  const labels = labelsOf(object) ?? {};
  const pairs = selector.split(',').flatMap((part) => {
    const [key = '', value, ...others] = part
      .replace('==', '=')
      .split('=')
      .map((word) => word.trim());
    return value === undefined || others.length > 0 || key === '' || /[\s!]/.test(key) ? [] : [[key, value] as const];
  });
  return pairs.length > 0 && pairs.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}
