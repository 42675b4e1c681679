import type { Config } from '../config';
import type { Database } from '../database/database';
import type { Logger } from '../logging';
import type { Mail } from '../mail/mailer';
import type { OutboxHandler } from '../outbox/outbox-worker';
import type { ContentOwner } from '../storage/orphan-sweep';
import type { Purgeable } from '../tasks/purge-task';
import type { TaskHandler } from '../tasks/task-handler';
import type { Dependency } from './dependency';

/** What every area can build on. */
export interface Base {
  config: Config;
  database: Database;
  log: Logger;
}

/** What is still known of a deleted account. */
export interface DeletedAccount {
  userId: string;
  email: string | null;
  /** From the profile. */
  fullName: string | null;
  /** Milliseconds since the epoch. */
  deletedTime: number;
}

/**
 * Permanently deletes an area's data of an account. It may run again after an interruption, or concurrently, so it
 * deletes whatever it finds; large amounts go in several transactions.
 */
export type ForgetAccount = (gone: DeletedAccount) => Promise<unknown>;

/** One step of the deletion of an account. */
export type ForgettingStep =
  ForgetAccount | { forget: ForgetAccount; /** Milliseconds to wait before the step. */ delay: number };

/** An account that the owner of its address has taken over from whoever had opened it. */
export interface TakenAccount {
  userId: string;
  /** Milliseconds since the epoch: what is newer is the owner's. */
  takenTime: number;
}

/** Ends what whoever opened an account has given others access by. Must be idempotent. */
export type EndGivenAccess = (taken: TakenAccount) => Promise<unknown>;

/** Declares that an area keeps no row, file or entry of a deleted account. */
export const keepsNothing = () => ({});

/** Work in the background. */
export interface BackgroundWork {
  start(): void;
  /** Waits for work in progress. */
  stop(): Promise<void>;
}

/**
 * The first door of an area: everything it contributes to the service. The index of areas (`src/areas.ts`) lists
 * each door once, and the service iterates over that list.
 *
 * `Needs` are the services of areas above it in the index, `Gives` its own. `Later` are services that exist only
 * once all areas are created: implementations by areas further down of interfaces that this area owns, and its own
 * services.
 */
export interface Area<Needs, Gives extends object, Later = unknown> {
  /** Name of its folder. */
  readonly name: string;
  /** Its tables. */
  readonly entities?: readonly (new () => object)[];
  /** Its rows that need other rows than an account: `npm run check` reports those whose other row is missing. */
  readonly dependencies?: readonly Dependency[];
  /**
   * Creates its services. `later` is the future object of all services: pass it on to code that reads from it when
   * called. Do not read anything from it here that is created later.
   */
  readonly create: (services: Needs, later: Later) => Gives;
  /**
   * The steps that delete the data of an account, by name. The names are stored in the outbox during a deletion, so
   * they must not change.
   */
  readonly forgets: (services: Needs & Gives & Later) => Record<string, ForgettingStep>;
  /**
   * The steps that end what an account has given others access by, by name, when somebody takes it over whose address a
   * stranger may have used. The names are stored in the outbox, so they must not change.
   */
  readonly endsGiven?: (services: Needs & Gives & Later) => Record<string, EndGivenAccess>;
  /** Called before the server accepts requests. Throws when the service must not start. */
  readonly assertStartable?: (services: Needs & Gives & Later) => Promise<void>;
  /** Handlers of background tasks. */
  readonly tasks?: (services: Needs & Gives & Later) => readonly TaskHandler[];
  /** Purges of expired rows, run every hour. The names are parts of task types, so they must not change. */
  readonly purges?: (services: Needs & Gives & Later) => Record<string, Purgeable>;
  /** Handlers of outbox messages, by topic. */
  readonly outbox?: (services: Needs & Gives & Later) => Record<string, OutboxHandler>;
  readonly background?: (services: Needs & Gives & Later) => readonly BackgroundWork[];
  /**
   * Owners of stored content: content that no row refers to is deleted. Their tables name it in a column `content_key`,
   * by which backups find it.
   */
  readonly content?: (services: Needs & Gives & Later) => readonly ContentOwner[];
  /** Sample mails of this area, by name, for the preview. */
  readonly mailSamples?: (webUrl: string) => Record<string, Mail>;
  /** Closes connections after all work has ended. */
  readonly close?: (services: Needs & Gives & Later) => unknown;
}

/** Declares the first door of an area; its types are inferred from `create`. */
export const defineArea = <Needs, Gives extends object, Later = unknown>(
  door: Area<Needs, Gives, Later>,
): Area<Needs, Gives, Later> => door;
