import { useCallbackRef, useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/methods.ts';
import type { RecordField } from '../../../contract/record-form.ts';
import { callMethod, toCallError } from '../../api/bridge.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { useShowMade } from '../../shared/corrections/use-show-made.ts';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useCommand, useIsShown } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import {
  changedPaths,
  type KeptModifications,
  pathsByCount,
  toList,
  toValues,
  type Values,
  withField,
  withKept,
  withoutPlace,
} from './record-values.ts';

export type RecordForm = Output<'submissions.recordForm'>;
type Checked = Output<'submissions.checkModification'>;
export type RecordIssue = Checked['issues'][number];

const keptModifications = keptPart<KeptModifications>(null, { isText: true });

const checkDelayMs = 300;

/** A check, and the values that it is about. */
interface CheckOf {
  readonly checked: Pick<Checked, 'issues'>;
  readonly of: Values;
}

/**
 * The issues by place; those outside the record under an empty one. Issues of removed places are
 * left out.
 */
export function issuesByPlace(
  { checked, of }: CheckOf,
  fields: readonly RecordField[],
  values: Values,
): ReadonlyMap<string, readonly RecordIssue[]> {
  const places = pathsByCount(fields, of);
  const left = new Set(pathsByCount(fields, values).values());
  const found = new Map<string, RecordIssue[]>();
  for (const issue of checked.issues) {
    const place = places.get(issue.field ?? '') ?? '';
    if (place === '' || left.has(place)) found.set(place, [...(found.get(place) ?? []), issue]);
  }
  return found;
}

/** The values as the core checks them, shortly after they have changed. */
function useCheck(id: string, record: number, values: Values) {
  const [settled] = useDebouncedValue(values, checkDelayMs);
  const [refused, setRefused] = useState<{ of: Values; checked: Checked } | null>(null);
  // While other values are checked, the last check is still about its own.
  const [last, setLast] = useState<{ of: Values; checked: Checked } | null>(null);
  const { data, error, isFetching, isPlaceholderData } = useMethod(
    'submissions.checkModification',
    { id, record, values: toList(settled) },
    { keepPrevious: true, forget: true },
  );
  if (data !== undefined && !isPlaceholderData && last?.checked !== data)
    setLast({ of: settled, checked: data });
  const isRefused = refused?.of === values;
  return {
    check: isRefused ? refused : error === null ? last : null,
    isChecking: !isRefused && (settled !== values || isFetching),
    error: error?.error ?? null,
    refuse: (checked: Checked) => setRefused({ of: values, checked }),
  };
}

/** The changes of a record, their verdict, and the file made from them. */
export function useModification(id: string, record: number, form: RecordForm) {
  const { bridge } = useHost();
  const { t } = useTexts();
  const show = useShowMade();
  const isShown = useIsShown();
  const build = useCommand('submissions.buildModification', [], {
    about: () => t('corrections.failed'),
  });
  const at = `${id}/${record}`;
  const { fields } = form;
  const before = useMemo(() => toValues(form.values), [form.values]);
  const [kept, setKept] = useKept(keptModifications);
  const values = kept?.get(at) ?? before;
  const { check, isChecking, error: checkError, refuse } = useCheck(id, record, values);
  const [error, setError] = useState<CallError | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const keep = (next: Values | null) => setKept((now) => withKept(now, at, next));
  const change = (next: Values) => keep(changedPaths(before, next).length === 0 ? null : next);

  const isStill = useCallbackRef((sent: Values) => changedPaths(sent, values).length === 0);

  /**
   * Makes the file and goes there, unless more has been typed since; with errors only to edit it as
   * XML.
   */
  async function make(isAsXml: boolean): Promise<void> {
    setError(null);
    setMaking(true);
    const input = { id, record, values: toList(values) };
    try {
      const now = await callMethod(bridge, 'submissions.checkModification', input);
      if (now.issueCounts.error > 0 && !isAsXml) {
        refuse(now);
        setRefusals((count) => count + 1);
        return;
      }
      const order = { ...input, alone: isAsXml };
      const { file } = await build.mutateAsync(order);
      const goes = isShown() && isStill(values);
      // More may have been typed meanwhile.
      setKept((now) => (now?.get(at) === values ? withKept(now, at, null) : now));
      await show([file], { goes });
      if (isAsXml && goes) goTo('submit', file.id, 'xml');
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
      () => (check === null ? null : issuesByPlace(check, fields, values)),
      [check, fields, values],
    ),
    counts: check?.checked.issueCounts ?? null,
    isChecking,
    error: error ?? checkError,
    isMaking,
    /** How often adding it failed because of its errors. */
    refusals,
    set: (place: string, value: string) => change(new Map([...values, [place, value]])),
    add: (field: RecordField, group: string) => change(withField(fields, values, field, group)),
    remove: (place: string) => change(withoutPlace(values, place)),
    undo: () => keep(null),
    make,
  };
}

export type Modification = ReturnType<typeof useModification>;
