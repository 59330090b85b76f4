import type { Effect, Finding, FixableFinding, RelatedPlace, Severity, SourceRange } from '../../finding.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { field } from '../../fleet/json/json.ts';
import { withVisibleSpaces } from '../../fleet/text/visible-spaces.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { secretsIn } from '../../secrets/secrets-in.ts';
import { BUILTIN, type BuiltinId } from '../suppress/builtin.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { ruleAddress } from './rule-address.ts';
import type { JudgedHit, RelatedPointer, RuleFacts, RuleOptions } from '../world/rule.ts';

export interface RuleSetting {
  readonly severity?: Severity | 'off';
  readonly options?: RuleOptions;
}

/** Makes the finding of a hit, with severity, text and place. */
export function toFinding(rule: RuleFacts, hit: JudgedHit, manifest: Manifest, setting: RuleSetting | undefined): FixableFinding {
  const effect = hit.effect ?? rule.effect;
  return withoutSecrets(manifest, {
    rule: rule.id,
    ...(hit.alias === undefined ? {} : { alias: hit.alias }),
    effect,
    severity: severityOf(rule, effect, setting),
    message: withVisibleSpaces(hit.message),
    ...(hit.lastingMessage === undefined ? {} : { lastingMessage: hit.lastingMessage }),
    ...(hit.clusters === undefined || hit.clusters.length === 0 ? {} : { clusters: hit.clusters }),
    remedy: readAgain(hit, manifest) ? READ_AGAIN : hit.remedy,
    ...(hit.serverMessage === undefined ? {} : { serverMessage: hit.serverMessage }),
    ...(hit.later === true ? { later: true } : {}),
    ...(isOpen(rule, hit) ? { open: true } : {}),
    page: ruleAddress(rule.id),
    docs: rule.docs,
    ...(hit.place ?? manifest.locate(hit.at, hit.part)),
    pointer: hit.at,
    object: manifestRef(manifest),
    related: (hit.related ?? []).filter(({ manifest: there }) => there.onHub !== true).map(located),
    ...(substitutedOf(manifest, hit.at) ?? renderedOf(manifest, manifest.rendered?.quote(hit.at))),
    ...fixIn(manifest, hit.fix),
  });
}

/** Whether the rule's effect is a failure, but this case is not certain. */
function isOpen(rule: RuleFacts, { effect, open }: JudgedHit): boolean {
  return open ?? (effect === 'misbehaves' && FAILING.has(rule.effect));
}

const FAILING: ReadonlySet<Effect> = new Set(['rejected', 'fails']);

/** The edit in the file. Only for text that a person wrote, at a place whose value is known. */
function fixIn(manifest: Manifest, fix: Fix | undefined): Pick<FixableFinding, 'fix'> {
  const { file, documentIndex, inDocument, object, unresolved } = manifest;
  if (fix === undefined || inDocument === undefined || unresolved.some((open) => isUnder(fix.at, open))) return {};
  if (substitutedOf(manifest, fix.at) !== undefined) return {};
  const placed = { file, documentIndex, fix: { ...fix, at: `${inDocument}${fix.at}` } };
  if (fix.kind === 'entry') return field(object, ...pointerKeys(fix.at), fix.key) === undefined ? { fix: placed } : {};
  if (fix.kind === 'key') return { fix: { ...placed, old: pointerKeys(fix.at).at(-1) ?? '' } };
  const old = field(object, ...pointerKeys(fix.at));
  return typeof old === 'string' ? { fix: { ...placed, old } } : {};
}

/** A Secret, or an override of one, may be wrong in a confidential value. */
function withoutSecrets({ object }: Manifest, finding: Finding): Finding {
  const secrets = secretsOf(object);
  if (secrets === undefined) return finding;
  const hide = (text: string): string => secrets.hide(text);
  const { message, remedy, serverMessage, rendered } = finding;
  return {
    ...finding,
    message: hide(message),
    remedy: hide(remedy),
    ...(serverMessage === undefined ? {} : { serverMessage: hide(serverMessage) }),
    ...(rendered?.quote === undefined ? {} : { rendered: { ...rendered, quote: hide(rendered.quote) } }),
  };
}

/** The secret values of an object. */
export const secretsOf = oncePer(secretsIn);

function renderedOf({ overlay, rendered }: Manifest, quote?: string): Pick<Finding, 'rendered'> {
  if (rendered === undefined) return {};
  return {
    rendered: { overlays: overlay === undefined ? [] : [overlay], command: rendered.command, ...(quote === undefined ? {} : { quote }) },
  };
}

/** The value that Flux puts at a place; `undefined` for one that is written there. */
function substitutedOf({ overlay, substituted }: Manifest, at: string): Pick<Finding, 'rendered'> | undefined {
  if (substituted?.at.has(at) !== true) return undefined;
  const quote = substituted.quote(at);
  const overlays = overlay === undefined ? [] : [overlay];
  return { rendered: { overlays, command: substituted.command, ...(quote === undefined ? {} : { quote }) } };
}

/** Whether a text became another value there. */
function readAgain({ at }: JudgedHit, manifest: Manifest): boolean {
  return substitutedOf(manifest, at) !== undefined && typeof field(manifest.object, ...pointerKeys(at)) !== 'string';
}

/** Source: "Post build substitution of numbers and booleans" in the documentation of Flux. */
const READ_AGAIN =
  "Flux reads the object as YAML again after it replaced the variable, and quotes in the file are lost. For a text, add `quote: '\"'` to `substitute`, and write `${quote}` before and after the variable.";

/** Computed once for a place, because many findings may point at it. */
const located = oncePer(({ manifest, at, message }: RelatedPointer): RelatedPlace => {
  const { file, line, column } = manifest.locate(at);
  return { file, line, column, message };
});

/** A finding about a text or a suppression. */
export function builtinFinding(
  id: BuiltinId,
  message: string,
  range: SourceRange,
  manifest?: Manifest,
  related: readonly RelatedPlace[] = [],
): Finding {
  const { effect, remedy, docs } = BUILTIN[id];
  const { file, line, column, endLine, endColumn } = range;
  const place = { file, line, column, endLine, endColumn, pointer: '', related };
  const finding = { rule: id, effect, severity: severityOf(BUILTIN[id]), message, remedy, page: ruleAddress(id), docs, ...place };
  return manifest === undefined ? finding : { ...finding, object: manifestRef(manifest), ...renderedOf(manifest) };
}

/** The severity of a finding: the configured one, the rule's own, or the default of its effect. */
export function severityOf(rule: RuleFacts, effect: Effect = rule.effect, setting?: RuleSetting): Severity {
  if (setting?.severity !== undefined && setting.severity !== 'off') return setting.severity;
  return rule.severity ?? SEVERITY_OF[effect];
}

const SEVERITY_OF: Readonly<Record<Effect, Severity>> = { rejected: 'error', fails: 'error', misbehaves: 'warning', advice: 'notice' };
