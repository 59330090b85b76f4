import path from 'node:path';

/** The built program. */
export const DIST = path.resolve(import.meta.dirname, '../../dist');
export const CLI = path.join(DIST, 'cli.js');
