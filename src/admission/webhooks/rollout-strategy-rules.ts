import { field, isObject, stringAt } from '../../fleet/json/json.ts';
import { atLeast, oneOf } from '../wording/value-hints.ts';
import type { Refusal } from './refusal.ts';

const AT = '/spec/strategy';

/** Source: KubeFleet `pkg/utils/validator/placement.go`, validateRolloutStrategy. */
export function* rolloutStrategyRules(strategy: unknown): Generator<Refusal> {
  const type = stringAt(strategy, 'type') ?? '';
  if (type !== '' && type !== 'RollingUpdate' && type !== 'External') {
    yield {
      pointer: `${AT}/type`,
      serverMessage: `unsupported rollout strategy type \`${type}\``,
      message: `The strategy type is ${JSON.stringify(type)}; it can be RollingUpdate or External.`,
      hint: oneOf(['RollingUpdate', 'External']),
    };
  }
  const rollingUpdate = field(strategy, 'rollingUpdate');
  if (isObject(rollingUpdate)) {
    if (type === 'External') {
      yield {
        pointer: `${AT}/rollingUpdate`,
        serverMessage: 'rollingUpdateConifg is not valid for ExternalRollout strategy type',
        message: '`rollingUpdate` cannot be set when the strategy type is External.',
        hint: 'Remove it.',
        hintIfKept: nullBeside('rollingUpdate', '`type: External`'),
      };
    }
    yield* periodRules(field(rollingUpdate, 'unavailablePeriodSeconds'));
    for (const name of ['maxUnavailable', 'maxSurge'] as const) yield* amountRules(name, field(rollingUpdate, name));
  }
  const apply = field(strategy, 'applyStrategy');
  if (stringAt(apply, 'type') === 'ServerSideApply' || !isObject(field(apply, 'serverSideApplyConfig'))) return;
  yield {
    pointer: `${AT}/applyStrategy/serverSideApplyConfig`,
    serverMessage: 'serverSideApplyConfig is only valid for ServerSideApply strategy type',
    message: '`serverSideApplyConfig` cannot be set when the apply strategy is not ServerSideApply.',
    hint: 'Write `type: ServerSideApply` beside it, or remove it.',
    hintIfKept: nullBeside('serverSideApplyConfig', 'the `type`'),
  };
}

/** Client-side `kubectl apply` deletes the field. Server-side apply merges null with a mapping of the hub, and keeps the mapping. */
function nullBeside(name: string, type: string): string {
  return `Write \`${name}: null\` beside ${type}; server-side apply ignores null, so set both there with a JSON merge patch first.`;
}

function* periodRules(seconds: unknown): Generator<Refusal> {
  if (typeof seconds !== 'number' || seconds >= 0) return;
  yield {
    pointer: `${AT}/rollingUpdate/unavailablePeriodSeconds`,
    serverMessage: `unavailablePeriodSeconds must be greater than or equal to 0, got ${String(seconds)}`,
    message: `\`unavailablePeriodSeconds\` is ${String(seconds)}; the minimum is 0.`,
    hint: atLeast(0),
  };
}

/** Go's `GetScaledValueFromIntOrPercent`: a number, or text that ends in `%`. */
function* amountRules(name: string, value: unknown): Generator<Refusal> {
  const pointer = `${AT}/rollingUpdate/${name}`;
  if (typeof value === 'number' && value < 0) {
    yield {
      pointer,
      serverMessage: `${name} must be greater than or equal to 0, got \`${String(value)}\``,
      message: `\`${name}\` is ${String(value)}; the minimum is 0.`,
      hint: atLeast(0),
    };
  }
  if (typeof value !== 'string' || /^[-+]?\d+%$/.test(value)) return;
  yield {
    pointer,
    serverMessage: `${name} \`${value}\` is invalid: invalid value for IntOrString: invalid type: string is not a percentage`,
    message: `\`${name}\` is ${JSON.stringify(value)}, which is neither a number nor a percentage.`,
    ...(/^\d+$/.test(value) ? { hint: `Write ${value} without quotes, or ${value}%.` } : {}),
  };
}
