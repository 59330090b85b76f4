import { statusAnswer, type Fault } from './faults.ts';

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Answers that do not come from the hub: a description, the fault, and whether it is plausible as an answer to the request. */
export const ANSWERS: readonly (readonly [what: string, fault: Fault, isAnswer: boolean])[] = [
  ...[401, 403, 404, 409, 410, 400, 405, 406, 415, 422].flatMap((code) => [
    [`${code} as a Status`, statusAnswer(code), true] as const,
    [`${code} as HTML`, answer(code, HTML, { 'Content-Type': 'text/html' }), true] as const,
  ]),
  ...[408, 429, 500, 502, 503, 504].flatMap((code) => [
    [`${code} as a Status`, statusAnswer(code), false] as const,
    [`${code} as HTML`, answer(code, HTML, { 'Content-Type': 'text/html' }), false] as const,
    ...['0', '1', '7', 'soon', '-1', '1.5', '86400', '999999999999', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'].map(
      (after) => [`${code} with Retry-After ${after}`, statusAnswer(code, { 'Retry-After': after }), false] as const,
    ),
  ]),
  ['200 as HTML', answer(200, HTML, { 'Content-Type': 'text/html' }), false],
  ['200 with {}', answer(200, '{}', JSON_TYPE), false],
  ['200 with null', answer(200, 'null', JSON_TYPE), false],
  ['200 with a Status', answer(200, JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 }), JSON_TYPE), false],
  ['200 with an error of a proxy', answer(200, JSON.stringify({ error: 'upstream timed out', items: 'none' }), JSON_TYPE), false],
  ['204', answer(204, '', {}), false],
  ...[301, 302, 303, 307, 308].map(
    (code) =>
      [`${code} to a page`, answer(code, HTML, { Location: 'https://login.example/', 'Content-Type': 'text/html' }), false] as const,
  ),
  ['304', answer(304, '', {}), false],
];

function answer(code: number, body: string, headers: Readonly<Record<string, string>>): Fault {
  return { kind: 'answer', code, body, headers };
}
