import type { PullHead } from './event.ts';

export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly author: string;
}

/** The GitHub requests that the Action makes. Each rejects with GitHub's answer. */
export interface GitHub {
  /** All comments of a pull request, oldest first, one page at a time. */
  comments(pull: number): AsyncIterable<readonly IssueComment[]>;
  createComment(pull: number, body: string): Promise<number>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  /** Pull requests that this commit was merged by or is the head of. */
  pullsOf(sha: string): Promise<readonly number[]>;
  /** Open pull requests into this repository with exactly this head. */
  pullsFrom(head: PullHead): Promise<readonly number[]>;
  /**
   * The text of a file of a commit; `undefined` if the commit does not have it. Rejects if GitHub does not show the commit to this token,
   * because then nothing is known about the file.
   */
  fileAt(path: string, sha: string): Promise<string | undefined>;
  /** The paths of all files of a commit; `undefined` if it has more than GitHub lists in one answer. */
  filesAt(sha: string): Promise<readonly string[] | undefined>;
  /** Creates a deployment of this commit without merging anything or waiting for checks. Resolves with its id. */
  createDeployment(deployment: NewDeployment): Promise<number>;
  createDeploymentStatus(id: number, status: DeploymentStatus): Promise<void>;
  /** The login of the token: a user, `github-actions[bot]`, or the bot of another app. */
  viewer(): Promise<string>;
}

export interface NewDeployment {
  readonly sha: string;
  readonly environment: string;
  readonly description: string;
}

export interface DeploymentStatus {
  readonly state: 'in_progress' | 'pending' | 'success' | 'failure' | 'error' | 'inactive';
  /** At most 140 characters. */
  readonly description: string;
  readonly logUrl?: string;
}

export interface GitHubAccess {
  readonly token: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
  readonly signal: AbortSignal;
}
