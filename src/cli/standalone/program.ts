/** The entry of the standalone program. It brings its Node along, so nobody is asked for a newer one. */
import { getAsset } from 'node:sea';

void import('../main.ts').then(({ main }) => main(import.meta.url, getAsset('launch.js', 'utf8')));
