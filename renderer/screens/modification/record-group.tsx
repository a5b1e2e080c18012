import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { RecordField } from '../../../contract/record-form.ts';
import { useTexts } from '../../texts.ts';
import { AddMenu, RemoveButton } from './add-and-remove.tsx';
import { FieldInput } from './field-input.tsx';
import { useIssueWords } from './issue-words.ts';
import styles from './modification.module.css';
import type { RecordTexts } from './record-texts.ts';
import { fieldsIn, nameOf, placesOf, type Values } from './record-values.ts';
import type { Modification } from './use-modification.ts';

interface PartProps {
  readonly modification: Modification;
  readonly words: RecordTexts;
}

/** A value in its place, and what is removed with it; null when it cannot be removed. */
interface Row {
  readonly field: RecordField;
  readonly place: string;
  readonly removes: string | null;
}

/** The only value of a group that repeats and has no other, such as a regime code. */
function onlyFieldOf(fields: readonly RecordField[], group: RecordField): RecordField | undefined {
  if (group.kind !== 'group' || group.max === 1) return undefined;
  const [only, ...others] = fieldsIn(fields, group.path);
  return only !== undefined && others.length === 0 && only.kind !== 'group' ? only : undefined;
}

function rowsOf(
  fields: readonly RecordField[],
  values: Values,
  field: RecordField,
  at: string,
): readonly Row[] {
  const places = placesOf(values, field, at);
  const only = onlyFieldOf(fields, field);
  if (only !== undefined)
    return places.map((place) => ({
      field: only,
      place: `${place}/${nameOf(only.path)}`,
      removes: places.length > field.min ? place : null,
    }));
  if (field.kind === 'group') return [];
  const mayGo = !field.isIdentity && field.min === 0 && field.alternative === null;
  return places.map((place) => ({ field, place, removes: mayGo ? place : null }));
}

const isLong = ({ kind, maxLength, codes }: RecordField) =>
  kind === 'code' ? codes.length > 3 : (maxLength ?? 0) >= 100;

function Field({ modification, words, field, place, removes }: PartProps & Row) {
  const say = useIssueWords();
  const { values, before, issues } = modification;
  const value = values.get(place) ?? '';
  const was = before.get(place);
  const error = say(issues?.get(place), true);
  return (
    <div
      className={styles.field}
      data-place={place}
      data-wrong={error !== null || undefined}
      data-long={isLong(field) || undefined}
    >
      <FieldInput
        field={field}
        words={words}
        value={value}
        before={was === value ? undefined : (was ?? null)}
        error={error}
        warning={say(issues?.get(place), false)}
        onChange={(next) => modification.set(place, next)}
        testId={`field-${place}`}
      />
      {removes === null ? null : (
        <RemoveButton
          name={words.field(field.path)}
          onRemove={() => modification.remove(removes)}
        />
      )}
    </div>
  );
}

interface SectionProps extends PartProps {
  readonly field: RecordField;
  readonly place: string;
  readonly number: number;
  readonly canGo: boolean;
}

/** One group of a record, or one of its lines. */
function Section({ modification, words, field, place, number, canGo }: SectionProps) {
  const { t, formats } = useTexts();
  const say = useIssueWords();
  const own = words.field(field.path);
  const isLine = field.max > 1;
  const name = isLine ? t('record.numbered', { name: own, number: formats.count(number) }) : own;
  const issues = modification.issues?.get(place);
  const error = say(issues, true);
  const said = error ?? say(issues, false);
  return (
    <fieldset
      className={isLine ? styles.line : styles.group}
      data-place={place}
      data-wrong={error !== null || undefined}
    >
      <legend>
        {name}
        {canGo ? <RemoveButton name={name} onRemove={() => modification.remove(place)} /> : null}
      </legend>
      {said === null ? null : (
        <p className={error === null ? styles.warning : styles.wrong}>{said}</p>
      )}
      <RecordGroup modification={modification} words={words} group={field.path} at={place} />
    </fieldset>
  );
}

function Sections({
  modification,
  words,
  field,
  at,
}: PartProps & Pick<SectionProps, 'field'> & { readonly at: string }) {
  const { t } = useTexts();
  const places = placesOf(modification.values, field, at);
  if (places.length === 0) return null;
  const isAlone = onlyFieldOf(modification.fields, field) !== undefined;
  return (
    <>
      {isAlone
        ? null
        : places.map((place, index) => (
            <Section
              key={place}
              {...{ modification, words, field, place }}
              number={index + 1}
              canGo={!field.isIdentity && places.length > field.min && field.alternative === null}
            />
          ))}
      {places.length < field.max && !field.isIdentity ? (
        <Button
          className={styles.add ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => modification.add(field, at)}
        >
          {t('record.addOne', { name: words.field(field.path) })}
        </Button>
      ) : null}
    </>
  );
}

interface GroupProps extends PartProps {
  /** Path of the group's field and of its place; both empty for the record. */
  readonly group: string;
  readonly at: string;
}

/** The fields of a group: its own values side by side, the groups in it beneath. */
export function RecordGroup({ modification, words, group, at }: GroupProps) {
  const { fields, values } = modification;
  const inside = fieldsIn(fields, group);
  const rows = inside.flatMap((field) => rowsOf(fields, values, field, at));
  return (
    <>
      {rows.length === 0 ? null : (
        <div className={styles.fields}>
          {rows.map((row) => (
            <Field key={row.place} modification={modification} words={words} {...row} />
          ))}
        </div>
      )}
      <AddMenu {...{ modification, words, group, at }} />
      {inside
        .filter(({ kind }) => kind === 'group')
        .map((field) => (
          <Sections key={field.path} {...{ modification, words, field, at }} />
        ))}
    </>
  );
}
