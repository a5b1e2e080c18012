import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/methods.ts';
import type { RecordField } from '../../../contract/record-form.ts';
import { callMethod, toCallError } from '../../api/bridge.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { useShowMade } from '../../shared/corrections/use-show-made.ts';
import { useKept } from '../../shell/screen-state.tsx';
import {
  changedPaths,
  pathsByCount,
  toList,
  toValues,
  type Values,
  withField,
  withoutPlace,
} from './record-values.ts';

export type RecordForm = Output<'submissions.recordForm'>;
type Checked = Output<'submissions.checkModification'>;
export type RecordIssue = Checked['issues'][number];

const checkDelayMs = 300;

/** The issues by place; those outside the record under an empty one. */
export function issuesByPlace(
  { issues }: Pick<Checked, 'issues'>,
  fields: readonly RecordField[],
  values: Values,
): ReadonlyMap<string, readonly RecordIssue[]> {
  const places = pathsByCount(fields, values);
  const found = new Map<string, RecordIssue[]>();
  for (const issue of issues) {
    const place = places.get(issue.field ?? '') ?? '';
    found.set(place, [...(found.get(place) ?? []), issue]);
  }
  return found;
}

/** The values as the core checks them, shortly after they have changed. */
function useCheck(id: string, record: number, values: Values) {
  const [settled] = useDebouncedValue(values, checkDelayMs);
  const [refused, setRefused] = useState<{ values: Values; checked: Checked } | null>(null);
  const { data, error, isFetching } = useMethod(
    'submissions.checkModification',
    { id, record, values: toList(settled) },
    { keepPrevious: true, forget: true },
  );
  const isRefused = refused?.values === values;
  return {
    checked: isRefused ? refused.checked : data,
    of: isRefused ? values : settled,
    isChecking: !isRefused && (settled !== values || isFetching),
    error: error?.error ?? null,
    refuse: (checked: Checked) => setRefused({ values, checked }),
  };
}

/** The changes of a record, their verdict, and the file made from them. */
export function useModification(id: string, record: number, form: RecordForm) {
  const { bridge } = useHost();
  const show = useShowMade();
  const at = `${id}/${record}`;
  const { fields } = form;
  const before = useMemo(() => toValues(form.values), [form.values]);
  const [kept, setKept] = useKept('modification', null);
  const values = kept?.at === at ? kept.values : before;
  const check = useCheck(id, record, values);
  const [error, setError] = useState<CallError | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const { checked, of } = check;
  const change = (next: Values) => setKept({ at, values: next });

  /** Makes the file and goes there; with errors only to edit it as XML. */
  async function make(isAsXml: boolean): Promise<void> {
    setError(null);
    setMaking(true);
    const input = { id, record, values: toList(values) };
    try {
      const now = await callMethod(bridge, 'submissions.checkModification', input);
      if (now.issueCounts.error > 0 && !isAsXml) {
        check.refuse(now);
        setRefusals((count) => count + 1);
        return;
      }
      const { file } = await callMethod(bridge, 'submissions.buildModification', input);
      setKept(null);
      await show([file]);
      if (isAsXml) goTo('submit', file.id, 'xml');
    } catch (thrown) {
      setError(toCallError(thrown));
    } finally {
      setMaking(false);
    }
  }
  return {
    fields,
    before,
    values,
    changed: useMemo(() => changedPaths(before, values), [before, values]),
    issues: useMemo(
      () => (checked === undefined ? null : issuesByPlace(checked, fields, of)),
      [checked, fields, of],
    ),
    counts: checked?.issueCounts ?? null,
    isChecking: check.isChecking,
    error: error ?? check.error,
    isMaking,
    /** How often it could not be added because of its errors. */
    refusals,
    set: (place: string, value: string) => change(new Map([...values, [place, value]])),
    add: (field: RecordField, group: string) => change(withField(fields, values, field, group)),
    remove: (place: string) => change(withoutPlace(values, place)),
    undo: () => setKept(null),
    make,
  };
}

export type Modification = ReturnType<typeof useModification>;
