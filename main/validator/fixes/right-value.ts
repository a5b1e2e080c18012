import { listCodes } from '../schema/code-lists.ts';
import { isValidTaxId } from '../tax-id.ts';
import { allowedFor, headerValue } from './codes.ts';
import { isDate } from './dates.ts';
import type { FaultyValue } from './fix.ts';
import { isPercentage } from './numbers.ts';
import { isVatId } from './tax-ids.ts';

const isOfList = (code: string) =>
  listCodes.some((one) => one === code) || code === 'schema_country';

/**
 * Whether a text is what its fault asks for. This only chooses: the result is checked again at the
 * end.
 */
export function isRight(value: FaultyValue): boolean {
  const { text, fault, form, name, parent } = value;
  switch (isOfList(fault.code) ? 'schema_code' : fault.code) {
    case 'schema_decimal_comma':
    case 'schema_amount':
    case 'schema_percentage':
      return (
        isPercentage(value) ? /^\d{1,3}(?:\.\d{0,2})?$/ : /^[+-]?\d{1,12}(?:\.\d{0,2})?$/
      ).test(text);
    case 'schema_date':
      return isDate(text);
    case 'schema_tax_id':
    case 'header_tax_id':
    case 'header_tax_id_case':
    case 'header_tax_id_form':
    case 'rule_B4_2000011_case':
    case 'rule_B4_2000011_form':
      return isValidTaxId(text);
    case 'schema_year':
      return /^20\d\d$/.test(text);
    case 'schema_integer':
    case 'schema_digits':
      return /^\d+$/.test(text);
    case 'schema_code':
    case 'schema_empty':
    case 'header_model':
    case 'header_chapter':
    case 'header_subchapter':
    case 'header_operation_cancellation': {
      const told = parent === 'Cabecera' ? headerValue(form.definition, name) : null;
      return told === null ? allowedFor(value).has(text) : text === told;
    }
    case 'schema_too_long':
      return [...text].length <= Number(fault.params?.limit) && text !== '';
    case 'rule_B4_2000013':
    case 'rule_B4_2000013_prefix':
    case 'rule_B4_2000013_country':
      return isVatId(text, value);
    default:
      return text.trim() !== '';
  }
}
