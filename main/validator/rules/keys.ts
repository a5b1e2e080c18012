import { allowedFurtherKeys } from './data/key-combinations.ts';
import type { Chapter, Code, LedgerRecord } from './record.ts';
import type { RecordCheck } from './rule.ts';

/** The codes of the first key and of the further keys it allows. */
export function keysInForce(chapter: Chapter, keys: readonly Code[]): string[] {
  const codes: string[] = [];
  const first = keys[0]?.code ?? null;
  for (const { code } of keys) {
    if (code === null) continue;
    if (codes.length === 0 || first === null || allowedFurtherKeys(chapter, first).includes(code))
      codes.push(code);
  }
  return codes;
}

/** Whether one of the record's keys is `code`; a key that is not allowed there does not count. */
export function hasKey({ keysInForce }: LedgerRecord, code: string): boolean {
  return keysInForce.includes(code);
}

/** The first key; several rules use it alone. */
export function firstKey({ keys }: LedgerRecord): string | null {
  return keys[0]?.code ?? null;
}

/** Whether all keys of the record are readable and in a set. */
export function areAllKeysIn({ keys }: LedgerRecord, codes: ReadonlySet<string | null>): boolean {
  if (keys.length === 0) return false;
  for (const { code } of keys) if (!codes.has(code)) return false;
  return true;
}

/**
 * Whether the only key is 06, special regime of groups of entities: its base is the base at cost.
 */
export function isOnlyGroupKey({ keys }: LedgerRecord): boolean {
  return keys.length === 1 && keys[0]?.code === '06';
}

/** A second or third key is allowed with the first. */
export const keysGoTogether: RecordCheck = (record, report) => {
  const { keys } = record;
  if (keys.length < 2) return;
  const first = firstKey(record);
  if (first === null) return;
  const allowed = allowedFurtherKeys(report.chapter, first);
  for (const key of keys.slice(1)) {
    if (key.code === null || allowed.includes(key.code)) continue;
    if (allowed.length === 0)
      report.add(key.element, { key: key.code, first }, { code: 'rule_B4_2000026_none' });
    else report.add(key.element, { key: key.code, first, allowed: allowed.join(', ') });
  }
};

/** No key is repeated (ours: the schema accepts it). */
export const keysDiffer: RecordCheck = ({ keys }, report) => {
  const seen = new Set<string>();
  for (const { code, element } of keys) {
    if (code === null) continue;
    if (seen.has(code)) report.add(element, { key: code });
    seen.add(code);
  }
};

/** No import (F5) and no customs settlement (LC) with compensation for farmers. */
export const typeIsNotCompensation = (type: 'F5' | 'LC'): RecordCheck =>
  function typeIsNotCompensation(record, report) {
    if (record.type?.code !== type || firstKey(record) !== '02') return;
    report.add(record.type.element, { type });
  };

/** A base at cost requires key 06 (240). */
export const baseAtCostHasKey: RecordCheck = (record, report) => {
  if (record.baseAtCost === null || record.keys.length === 0) return;
  if (record.keys.some(({ code }) => code === null || code === '06')) return;
  report.add(record.baseAtCost.element, { value: report.text(record.baseAtCost) });
};

/** Key 06 requires a base at cost (240). */
export const groupKeyHasBaseAtCost: RecordCheck = (record, report) => {
  if (record.baseAtCost !== null || !hasKey(record, '06')) return;
  report.add(report.placeOf('BaseImponibleACoste', record.dataElement));
};
