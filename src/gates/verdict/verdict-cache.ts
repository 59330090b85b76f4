import { memberWithoutHeartbeat } from '../../fleet/kubefleet/member-without-heartbeat.ts';
import { RecordingHub } from '../recording-hub.ts';
import type { Target } from '../deploy/target.ts';
import { targetName } from '../deploy/target.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { idleOverrides } from '../deploy/idle-overrides.ts';
import { unplacedObjects } from '../deploy/unplaced.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { type ReadAnswers, HubChangeTracker } from '../hub-change-tracker.ts';
import { MemoByReads } from '../memo-by-reads.ts';
import type { IdleOverride, UnplacedObject } from '../../report.ts';
import type { GateContext } from '../rollout/context.ts';
import { viewMembers } from '../view/member.ts';
import type { TargetVerdict } from './target-verdict.ts';

/**
 * The verdicts of a gate that evaluates repeatedly. If the hub's answers are the same, a verdict that does not depend on time is reused: an
 * event affects one placement of a thousand. A verdict that read a clock, left a grace period running or used a member's objects is
 * computed at each evaluation. One gate has one cache, as long as its targets are the same and its memory continues.
 */
export class VerdictCache {
  readonly #known = new Map<string, CachedVerdict>();
  readonly #changes = new HubChangeTracker();
  #unplaced = new MemoByReads<readonly UnplacedObject[]>(this.#changes);
  #idle = new MemoByReads<readonly IdleOverride[]>(this.#changes);
  #members: readonly string[] = [];
  #deploy: GateContext['deploy'];

  /** Judges targets in this context, each as `judge` does, or returns the cached verdict. The function is valid only for this context. */
  over(given: GateContext): Judgement {
    let readsTime = false;
    const onTime = (): void => void (readsTime = true);
    this.#changes.at(given.hub);
    this.#forgetUnlessOf(given.deploy);
    const hub = new RecordingHub(given.hub, onTime);
    const asked = new Map<string, boolean>();
    const context: GateContext = {
      ...given,
      hub,
      moment: {
        get now() {
          onTime();
          return given.moment.now;
        },
      },
      memory: { ...given.memory, arrived: new RecordingSet(given.memory.arrived, asked) },
      members: viewMembers(hub, given.memory, given.moment.now),
    };
    this.#forgetUnless(membersOf(context));
    return (target, judgeTarget) => {
      const name = targetName(target);
      const known = this.#known.get(name);
      if (known !== undefined && this.#holds(known, given)) return known.verdict;
      hub.answers();
      asked.clear();
      readsTime = false;
      const verdict = judgeTarget(target, context);
      const isOfItsMoment = readsTime || verdict.memory.timers.size > 0 || given.memberObjects.size > 0;
      if (isOfItsMoment) this.#known.delete(name);
      else this.#known.set(name, { verdict, grounds: this.#changes.grounds(hub.answers()), arrived: new Map(asked) });
      return verdict;
    };
  }

  /** As `unplacedObjects`. */
  unplaced(hub: HubState, expectation: Expectation): readonly UnplacedObject[] {
    return this.#unplaced.of('', hub, (asked) => unplacedObjects(asked, expectation));
  }

  /** As `idleOverrides`. */
  idleOverrides(hub: HubState, expectation: Expectation): readonly IdleOverride[] {
    return this.#idle.of('', hub, (asked) => idleOverrides(asked, expectation));
  }

  #holds({ grounds, arrived }: CachedVerdict, { memory, memberObjects }: GateContext): boolean {
    if (memberObjects.size > 0) return false;
    for (const [key, had] of arrived) if (memory.arrived.has(key) !== had) return false;
    return this.#changes.areUnchanged(grounds);
  }

  /** What the hub shows of a kind may change the deploy. */
  #forgetUnlessOf(deploy: GateContext['deploy']): void {
    if (deploy === this.#deploy) return;
    this.#deploy = deploy;
    this.#known.clear();
    this.#unplaced = new MemoByReads(this.#changes);
    this.#idle = new MemoByReads(this.#changes);
  }

  /** Every verdict may depend on any member. */
  #forgetUnless(members: readonly string[]): void {
    const { length } = this.#members;
    if (length === members.length && members.every((text, index) => text === this.#members[index])) return;
    this.#members = members;
    this.#known.clear();
  }
}

/** Computes the verdict of a target. */
export type Judgement = (target: Target, judgeTarget: (target: Target, context: GateContext) => TargetVerdict) => TargetVerdict;

interface CachedVerdict {
  readonly verdict: TargetVerdict;
  readonly grounds: ReadAnswers;
  /** The object keys that it looked up in the memory, and whether they had arrived. */
  readonly arrived: ReadonlyMap<string, boolean>;
}

/** The members without their heartbeats, which matter only by their age. */
function membersOf({ members }: GateContext): readonly string[] {
  return members === undefined
    ? ['unseen']
    : [...members.values()].map(
        ({ object, silent, eligible }) => `${String(silent)} ${String(eligible)} ${memberWithoutHeartbeat(object)}`,
      );
}

/** Records the keys that are looked up. */
class RecordingSet extends Set<string> {
  readonly #inner: ReadonlySet<string>;
  readonly #asked: Map<string, boolean>;

  constructor(inner: ReadonlySet<string>, asked: Map<string, boolean>) {
    super();
    this.#inner = inner;
    this.#asked = asked;
  }

  override has(key: string): boolean {
    const has = this.#inner.has(key);
    this.#asked.set(key, has);
    return has;
  }
}
