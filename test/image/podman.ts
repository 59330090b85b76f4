/** podman, which builds and runs images without a daemon, on a storage that is removed in the end. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toolFolder } from '../render/tools.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a container may not do: write to its root, reach anything, hold or gain a right. */
const CONFINED = ['--read-only', '--network', 'none', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
/** How containers are started: as the host has it; with a runtime that knows older hosts, and limits that need no rights. */
const WAYS = [[], ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']];
const RUNTIMES = [[], ['--runtime', 'runc']];

/** Images and containers of one test run. Make it with `openPodman`. */
export class Podman {
  readonly #folder: string;
  #way: { readonly runtime: readonly string[]; readonly limits: readonly string[] } = { runtime: [], limits: [] };

  constructor(folder: string) {
    this.#folder = folder;
  }

  podman(...args: readonly string[]): Promise<Ended> {
    return ended('podman', [...this.#storage(), ...args]);
  }

  /** Runs an image, confined. @param options of `podman run`, such as mounts */
  run(image: string, argv: readonly string[], options: readonly string[] = []): Promise<Ended> {
    const { runtime, limits } = this.#way;
    return this.podman(...runtime, 'run', '--pull', 'never', '--rm', ...CONFINED, ...limits, ...options, image, ...argv);
  }

  /**
   * Finds a way to start containers. @returns why there is none, in podman's words @param image one that is not on trial, with Node in it
   */
  async findWay(image: string): Promise<string | undefined> {
    const said: string[] = [];
    for (const runtime of RUNTIMES)
      for (const limits of WAYS) {
        this.#way = { runtime, limits };
        const { code, err } = await this.run(image, ['--version'], ['--entrypoint', '/nodejs/bin/node']);
        if (code === 0) return undefined;
        said.push(err.trim().split('\n').at(-1) ?? '');
      }
    return said.join('; ');
  }

  /** Makes an image of a folder of files. */
  async import(folder: string, image: string): Promise<void> {
    const archive = path.join(this.#folder, 'import.tar');
    execFileSync('tar', ['-cf', archive, '-C', folder, '.']);
    const { code, err } = await this.podman('import', archive, image);
    rmSync(archive);
    if (code !== 0) throw new Error(err);
  }

  /** An empty folder for the content of a replacement image, as readable as the root of an image. */
  scratch(): string {
    const folder = mkdtempSync(path.join(this.#folder, 'scratch-'));
    chmodSync(folder, 0o755);
    return folder;
  }

  async close(): Promise<void> {
    await this.podman('system', 'reset', '--force');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #storage(): readonly string[] {
    return ['--root', path.join(this.#folder, 'root'), '--runroot', path.join(this.#folder, 'run')];
  }
}

/** @returns undefined where podman is not installed */
export async function openPodman(): Promise<Podman | undefined> {
  if ((await ended('podman', ['--version'])).code !== 0) return undefined;
  return new Podman(mkdtempSync(path.join(tmpdir(), 'fleet-gate-image-')));
}

/** Node with the libraries of this host. It replaces an image that cannot be fetched. */
export function nodeFiles(folder: string): void {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const [from, to] of [[process.execPath, '/nodejs/bin/node'], ...libraries.map((file) => [file, file])] as const) {
    mkdirSync(path.join(folder, path.dirname(to)), { recursive: true });
    copyFileSync(from, path.join(folder, to));
    chmodSync(path.join(folder, to), 0o755);
  }
  mkdirSync(path.join(folder, 'tmp'));
  chmodSync(path.join(folder, 'tmp'), 0o1777);
}

/** @returns whether there is a kustomize that can replace its image */
export function kustomizeFiles(folder: string): boolean {
  const tool = toolFolder('kustomize');
  if (tool === undefined) return false;
  mkdirSync(path.join(folder, 'app'));
  copyFileSync(path.join(tool, 'kustomize'), path.join(folder, 'app/kustomize'));
  return true;
}

/** @returns why there is no Debian that can replace its image */
export async function debianFiles(folder: string): Promise<string | undefined> {
  const { code, out, err } = await ended('debootstrap', ['--variant=minbase', 'bookworm', folder]);
  return code === 0 ? undefined : ((out + err).trim().split('\n').at(-1) ?? 'debootstrap failed');
}

function ended(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: 1 << 26 }, (error, out, err) => {
      if (error === null) resolve({ code: 0, out, err });
      else if (typeof error.code === 'number') resolve({ code: error.code, out, err });
      else resolve({ code: -1, out, err: error.message });
    });
  });
}
