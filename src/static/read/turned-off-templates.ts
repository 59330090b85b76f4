import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../fleet/json/json.ts';
import type { NotEvaluated } from '../../finding.ts';
import type { ReadResult } from './read-result.ts';
import type { FleetTemplate } from './render/charts/fleet-template.ts';

/**
 * Returns whether an entry of the head is about a template of a chart that the change turns off: it made KubeFleet objects at the base,
 * values decide that it now makes none or fewer, and nothing else of these objects is edited. They are removed. If their content is edited too,
 * a deployer that turns the template on again would deploy something that was not checked.
 */
export function isOfTurnedOff(head: ReadResult, base: ReadResult): (entry: NotEvaluated) => boolean {
  const before = new Map((base.fleetTemplates ?? []).map((template) => [keyOf(template), template]));
  const off = (head.fleetTemplates ?? []).filter((template) => isTurnedOff(template, before.get(keyOf(template))));
  return (entry) => off.some((template) => isAbout(entry, template));
}

/** Whether an entry says that a template makes fewer objects than it has. */
export function isAbout({ file, reason }: NotEvaluated, template: FleetTemplate): boolean {
  return template.file === file && reason.includes(`but ${template.command} `);
}

function isTurnedOff(head: FleetTemplate, base: FleetTemplate | undefined): boolean {
  const [now, before] = [head.ofValues, base?.ofValues];
  if (base === undefined || now === undefined || before === undefined) return false;
  if (head.made >= base.made || now.source !== before.source) return false;
  return now.passed.entries().every(([path, value]) => isEmpty(value) || isDeepStrictEqual(value, before.passed.get(path)));
}

/** As templates see it. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.keys(value).length === 0 : !value;
}

function keyOf({ file, command }: FleetTemplate): string {
  return `${file}\n${command}`;
}
