/**
 * The faults of a text: words that only we use, repeated marks, sentences that are too long. The terms of KubeFleet and Kubernetes are not
 * faults.
 */
export function faultsOfProse(text: string): readonly string[] {
  const prose = text.replaceAll(/`[^`]*`/g, '`code`').replaceAll(/"[^"]*"/g, '"quoted"');
  return [
    ...JARGON.flatMap(([word, instead]) => (word.test(prose) ? [`${word.source}: say ${instead}`] : [])),
    ...MARKS.flatMap(([marks, what]) => (marks.test(prose) ? [what] : [])),
    ...sentencesOf(prose).flatMap((sentence) => (wordsIn(sentence) > LONGEST ? [`${wordsIn(sentence)} words: ${sentence}`] : [])),
  ];
}

/** Words of a sentence at most. */
const LONGEST = 40;

/** Our internal words, and those that a reader knows. */
const JARGON: readonly (readonly [RegExp, string])[] = [
  [/\bjudg(?:e|es|ed|ing)\b/i, 'check'],
  [/\bTold (?:where|only|with)\b/, 'reported'],
  [/\bSaid (?:of|where|only)\b/, 'reported'],
  [/\b(?:told|nobody said)\b/i, 'what is so'],
  [/\bfreshness\b/i, 'whether the content is proven'],
  [/\bassumed\b/i, 'not proven, or planned from scratch'],
  [/\b(?:twin|unproven|notVerified)\b/i, 'what is not known'],
  [/\bmend(?:ed|s)?\b/i, 'correct'],
  [/\bhub at hand\b/i, 'where the hub is read'],
  [/\breckoned\b/i, 'counted'],
  [/\bforgiven\b/i, 'tolerated'],
  [/\bby a slip\b/i, 'by a typo'],
  [/\btaken up\b/i, 'picked up'],
  [/\bRolloutStep\b/, 'stage'],
  [/\b(?:nobody|somebody|whoever)\b/i, 'a person, or the passive voice'],
  [/\bwhatever (?:was|is)\b/i, 'everything that, or regardless of'],
  [/\bstand(?:s|ing)? (?:in|at|beside|here|there|twice|alone|behind)\b/i, 'is'],
  [/\bcounts? (?:in|at|as|like|for|against)\b|\b(?:does not|capitals) count\b/i, 'becomes, is treated as, applies'],
  [/\banew\b/i, 'again'],
  [/\ball the same\b|\balike\b|\bbe it\b/i, 'nothing'],
  [/\bgoes by\b|\bcomes? of it\b|\bcame of it\b/i, 'uses, results'],
  [/\btake(?:s|n)? (?:\S+ )?(?:along|off)\b/i, 'select, remove'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|more)/i, 'is not a'],
  [/\bno [\w ]+ is called\b/i, 'there is no'],
  [/\bleads? nowhere\b/i, 'does not exist'],
  [/\bin force\b/i, 'in effect'],
  [/\bby other means\b/i, 'in another way'],
  [/\bholds? (?:no|the same)\b/i, 'has'],
  [/\b(?:is|was|are) (?:still )?to (?:be|bring|come|join|run)\b/i, 'will'],
];

const MARKS: readonly (readonly [RegExp, string])[] = [
  [/\.;|;\./, 'a full stop beside a semicolon'],
  [/(?<!\.)\.\.(?![./])/, 'two full stops'],
  [/: ?:|; ?;|,,|, ;/, 'a mark twice'],
  [/\S {2,}\S/, 'two spaces'],
  [/ [,;:.](?: |$)/, 'a space before a mark'],
];

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?:;])\s+|\n+/);
}

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;
}
