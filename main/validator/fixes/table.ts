import { listCodes } from '../schema/code-lists.ts';
import * as codes from './codes.ts';
import * as dates from './dates.ts';
import { describedByNumber } from './description.ts';
import type { MarkupFix, ValueFix } from './fix.ts';
import * as markup from './markup.ts';
import * as numbers from './numbers.ts';
import { inOrderOfSchema } from './order.ts';
import * as tags from './tags.ts';
import * as ids from './tax-ids.ts';

const amounts = ['schema_decimal_comma', 'schema_amount', 'schema_percentage'] as const;
const integers = ['schema_integer', 'schema_digits', 'schema_year'] as const;
const taxIds = [
  'schema_tax_id',
  'header_tax_id',
  'header_tax_id_case',
  'rule_B4_2000011_case',
] as const;
const vatIds = ['rule_B4_2000013', 'rule_B4_2000013_prefix', 'rule_B4_2000013_country'] as const;
const told = [
  'header_model',
  'header_chapter',
  'header_subchapter',
  'header_operation_cancellation',
] as const;

/**
 * Mistakes in a value's spelling, in the order in which they are removed from a value with several.
 * A new one is one row, its function and its pair of tests.
 */
export const valueFixes: readonly ValueFix[] = [
  {
    id: 'known_value',
    codes: [...told, ...listCodes, 'schema_empty'],
    write: codes.withKnownValue,
  },
  {
    id: 'spaces',
    codes: [
      ...amounts,
      ...integers,
      ...taxIds,
      ...vatIds,
      'schema_date',
      ...listCodes,
      'schema_country',
      'schema_too_long',
      'schema_pattern',
    ],
    write: numbers.withoutSpaces,
  },
  { id: 'unit', codes: amounts, write: numbers.withoutUnit },
  { id: 'sign', codes: amounts, write: numbers.withPlainSign },
  { id: 'thousands', codes: amounts, write: numbers.withoutThousands },
  { id: 'decimal_comma', codes: amounts, write: numbers.withDecimalPoint },
  { id: 'spare_decimals', codes: amounts, write: numbers.withTwoDecimals },
  {
    id: 'spare_decimals',
    codes: ['schema_integer', 'schema_year'],
    write: numbers.withoutDecimals,
  },
  { id: 'zeros', codes: amounts, write: numbers.withPlainZeros },
  { id: 'marks', codes: ['schema_digits', 'schema_year'], write: numbers.withoutMarks },
  { id: 'date_order', codes: ['schema_date'], write: dates.withDayMonthYear },
  { id: 'capitals', codes: [...taxIds, ...vatIds], write: ids.withCapitals },
  { id: 'separators', codes: [...taxIds, ...vatIds], write: ids.withoutSeparators },
  { id: 'country_prefix', codes: taxIds, write: ids.withoutCountry },
  { id: 'id_zeros', codes: taxIds, write: ids.withAllDigits },
  { id: 'vat_prefix', codes: ['rule_B4_2000013_prefix'], write: ids.withVatPrefix },
  {
    id: 'control_form',
    codes: ['header_tax_id_form', 'rule_B4_2000011_form'],
    write: ({ fault }) => String(fault.params?.expected ?? ''),
  },
  { id: 'code_case', codes: listCodes, write: codes.withCodeCase },
  { id: 'yes_no', codes: listCodes, write: codes.withYesOrNo },
  { id: 'code_zeros', codes: listCodes, write: codes.withCodeZeros },
  { id: 'iso_country', codes: ['schema_country'], write: codes.withIsoCountry },
  {
    id: 'description',
    codes: ['rule_APP_07'],
    write: ({ text, name, form, fault }) =>
      name === 'DescripcionOperacion' ? (describedByNumber(form, fault.element) ?? text) : text,
  },
];

const notExpected = ['schema_unexpected', 'schema_unexpected_expected', 'schema_missing'] as const;

/** Mistakes in the elements; the first one with an answer is fixed. */
export const markupFixes: readonly MarkupFix[] = [
  { id: 'element_case', codes: ['schema_element_case'], fix: markup.withElementCase },
  {
    id: 'repeated_element',
    codes: notExpected,
    fix: markup.withoutRepeatedElement,
    isStrict: true,
  },
  { id: 'element_order', codes: notExpected, fix: inOrderOfSchema, isStrict: true },
  {
    id: 'known_value',
    codes: ['schema_unexpected', 'schema_unexpected_expected'],
    fix: markup.withMissingHeaderValue,
  },
  { id: 'known_value', codes: ['header_subchapter_missing'], fix: markup.withSubchapter },
  { id: 'description', codes: ['schema_unexpected_expected'], fix: markup.withDescription },
  {
    id: 'empty_element',
    codes: [
      'schema_empty',
      'rule_APP_07_optional',
      'schema_unexpected',
      'schema_unexpected_expected',
    ],
    fix: markup.withoutEmptyElement,
    isStrict: true,
  },
  {
    id: 'spare_element',
    codes: ['header_subchapter_unneeded'],
    fix: markup.withoutElement,
    isStrict: true,
  },
  { id: 'spare_element', codes: ['rule_APP_08'], fix: markup.withoutRepeatedKey, isStrict: true },
  {
    id: 'repeated_record',
    codes: ['rule_B4_1000005'],
    fix: markup.withoutRepeatedRecord,
    isStrict: true,
  },
  {
    id: 'attribute',
    codes: ['schema_attribute', 'schema_instance_attribute'],
    fix: tags.withoutAttribute,
    isStrict: true,
  },
  { id: 'spanish_id', codes: ['rule_APP_09'], fix: markup.withSpanishId, isStrict: true },
  { id: 'root_name', codes: ['schema_root_name'], fix: tags.withRootName },
  { id: 'root_namespace', codes: ['schema_root_namespace'], fix: tags.withRootNamespace },
  { id: 'stray_text', codes: ['schema_text_not_allowed'], fix: tags.withoutStrayMarks },
  { id: 'namespace', codes: ['schema_namespaced_element'], fix: tags.withNamespaceOnRoot },
];
