import type { SubmissionState } from '../../contract/submission.ts';
import type { DeathPoint, Errand } from './death.ts';

/** A moment of a submission at which its process dies, and the required result. */
export interface Moment {
  readonly name: string;
  readonly diesAt: DeathPoint;
  readonly does?: Errand['does'];
  /** The service's reaction to the request. */
  readonly fault?: object;
  /** Of the first file after the next start; null where nothing was queued. */
  readonly state: SubmissionState | null;
  readonly code?: string;
  /** The part of the request that left. */
  readonly left: 'nothing' | 'a part' | 'all';
  /** How often the service has the document. */
  readonly reached: 0 | 1;
  readonly records?: number;
}

const interrupted = { state: 'unknown', code: 'interrupted' } as const;
const nothing = { left: 'nothing', reached: 0 } as const;
const arrived = { left: 'all', reached: 1 } as const;
const slow = { kind: 'slow_body' };
const wait = { kind: 'status', status: 429, retryAfter: 1 };
const lost = { kind: 'drop_before' };

/** From before a submission is in the queue to after a person's decision on it. */
export const moments: readonly Moment[] = [
  {
    name: 'before it is queued',
    diesAt: { commit: 'new', side: 'before' },
    state: null,
    ...nothing,
  },
  {
    name: 'after it is queued',
    diesAt: { commit: 'new', side: 'after' },
    state: 'queued',
    ...nothing,
  },
  {
    name: 'before its intent is on disk',
    diesAt: { commit: 'sending', side: 'before' },
    state: 'queued',
    ...nothing,
  },
  {
    name: 'after its intent, before it connects',
    diesAt: { commit: 'sending', side: 'after' },
    ...interrupted,
    ...nothing,
  },
  { name: 'connected', diesAt: { channel: 'client:connected' }, ...interrupted, ...nothing },
  {
    name: 'right before the first byte',
    diesAt: { channel: 'client:sendHeaders' },
    ...interrupted,
    ...nothing,
  },
  {
    name: 'in the middle of the body',
    diesAt: { channel: 'request:bodyChunkSent' },
    records: 700,
    ...interrupted,
    left: 'a part',
    reached: 0,
  },
  {
    name: 'after the body, before the answer',
    diesAt: { killed: true },
    fault: { kind: 'delay', ms: 60_000 },
    ...interrupted,
    ...arrived,
  },
  {
    name: 'at the head of the answer',
    diesAt: { channel: 'request:headers' },
    fault: slow,
    ...interrupted,
    ...arrived,
  },
  {
    name: 'in the middle of the answer',
    diesAt: { channel: 'request:bodyChunkReceived' },
    fault: slow,
    ...interrupted,
    ...arrived,
  },
  { name: 'after the answer', diesAt: { channel: 'request:trailers' }, ...interrupted, ...arrived },
  {
    name: 'before its result is on disk',
    diesAt: { commit: 'accepted', side: 'before' },
    ...interrupted,
    ...arrived,
  },
  {
    name: 'after its result is on disk',
    diesAt: { commit: 'accepted', side: 'after' },
    state: 'accepted',
    ...arrived,
  },
  {
    name: 'before a postponement is on disk',
    diesAt: { commit: 'queued', side: 'before' },
    fault: wait,
    ...interrupted,
    left: 'all',
    reached: 0,
  },
  {
    name: 'while it waits for another try',
    diesAt: { waits: true },
    fault: wait,
    state: 'queued',
    left: 'all',
    reached: 0,
  },
  {
    name: 'before it is taken back',
    does: 'cancel',
    diesAt: { commit: 'cancelled', side: 'before' },
    state: 'queued',
    ...nothing,
  },
  {
    name: 'after it was taken back',
    does: 'cancel',
    diesAt: { commit: 'cancelled', side: 'after' },
    state: 'cancelled',
    ...nothing,
  },
  {
    name: 'before a person’s word is on disk',
    does: 'resolve',
    fault: lost,
    diesAt: { commit: 'failed', side: 'before' },
    state: 'unknown',
    code: 'connection_lost',
    left: 'all',
    reached: 0,
  },
  {
    name: 'after a person’s word is on disk',
    does: 'resolve',
    fault: lost,
    diesAt: { commit: 'failed', side: 'after' },
    state: 'failed',
    code: 'connection_lost',
    left: 'all',
    reached: 0,
  },
];

/** Its process died after the answer; the next one dies while it changes the state to `unknown`. */
export const atNextStart: Moment = {
  name: 'after the answer, and again at the next start',
  diesAt: { channel: 'request:trailers' },
  ...interrupted,
  ...arrived,
};
