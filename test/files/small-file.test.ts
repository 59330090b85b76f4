import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

test('a FIFO without a writer is read as empty, and is not waited for', () => {
  const path = join(temporaryFolder(), 'fifo');
  execFileSync('mkfifo', [path]);
  // In a process of its own: to open it as a file hangs if no timer can end it.
  const module = JSON.stringify(join(import.meta.dirname, '../../src/files/small-file.ts'));
  const program = `import { smallFile } from ${module}; console.log(JSON.stringify(smallFile(process.argv[1])));`;
  const read = execFileSync(process.execPath, ['--input-type=module', '--eval', program, path], { encoding: 'utf8', timeout: 60_000 });
  expect(read).toBe('""\n');
});

test('a pipe has the same text each time', () => {
  const module = JSON.stringify(join(import.meta.dirname, '../../src/files/small-file.ts'));
  const program = `import { smallFile } from ${module}; console.log(smallFile(process.argv[1]) + smallFile(process.argv[1]));`;
  const script = '"$0" --input-type=module --eval "$1" <(echo text)';
  const read = execFileSync('bash', ['-c', script, process.execPath, program], { encoding: 'utf8', timeout: 60_000 });
  expect(read).toBe('text\ntext\n\n');
});
