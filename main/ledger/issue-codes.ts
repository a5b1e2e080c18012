/**
 * Every code an issue of these layers can carry, as a closed list. Each has `title`, `message` and `hint` in
 * `locales/<language>/issues.json`; the names in brackets below are the placeholders its texts may use.
 */
export const issueCodes = [
  // file: taking it in. [limitMiB] is in mebibytes
  'file_not_found',
  'file_no_permission',
  'file_is_folder',
  'file_not_regular',
  'file_unreadable', // [reason]
  'file_empty',
  'file_too_large', // [limitMiB]
  'file_too_large_unpacked', // [limitMiB]
  'file_gzip_broken',
  'file_gzip_nested',
  'file_time_limit', // [seconds]
  'file_not_checked',
  // file: encodings
  'file_encoding_unsupported', // [encoding]
  'file_encoding_conflict', // [declared], [actual]
  'file_encoding_bytes', // [encoding], [byte]
  // file: what it is when it is no file of these books
  'file_is_pdf',
  'file_is_zip',
  'file_is_image',
  'file_is_spreadsheet',
  'file_is_html',
  'file_is_text',
  'file_is_binary',
  'file_is_ticketbai', // [root]
  'file_is_facturae',
  'file_is_electronic_invoice', // [root]
  'file_is_ledger_response', // [root]
  'file_is_ledger_query', // [root]
  'file_is_other_xml', // [root]
  'file_chapter_income', // [model], [chapter]
  'file_chapter_issued_invoices', // [model], [chapter]
  'file_chapter_assets', // [model], [chapter]
  'file_chapter_intra_community', // [model], [chapter]
  'file_chapter_cash_criterion', // [model], [chapter]
  'file_chapter_funds', // [model], [chapter]
  'file_chapter_other_information', // [model], [chapter]
  'file_chapter_asset_groups', // [model], [chapter]
  'file_chapter_other', // [root]
  // xml
  'xml_dtd',
  'xml_tag_mismatch', // [opened], [closed], [openedLine]
  'xml_cut_off', // [element], [openedLine]
  'xml_attribute_twice', // [attribute]
  'xml_attribute_syntax',
  'xml_entity_unknown', // [entity]
  'xml_extra_content',
  'xml_character',
  'xml_character_reference',
  'xml_prefix_undeclared', // [prefix]
  'xml_unescaped_less_than',
  'xml_unescaped_ampersand',
  'xml_cdata_end',
  'xml_comment',
  'xml_declaration_place',
  'xml_declaration',
  'xml_version', // [version]
  'xml_depth',
  'xml_part_too_large',
  'xml_too_many_attributes', // [count], [limit]
  'xml_too_many_namespaces', // [count], [limit]
  'xml_too_many_tags', // [count], [limit]
  'xml_malformed', // [detail]
  // schema
  'schema_root_namespace', // [root], [namespace], [expected]
  'schema_root_name', // [root], [expected]
  'schema_unexpected', // [element]
  'schema_unexpected_expected', // [element], [expected]
  'schema_missing', // [element], [expected]
  'schema_element_case', // [element], [expected]
  'schema_namespaced_element', // [element], [namespace]
  'schema_too_many_records', // [count], [limit]
  'schema_attribute', // [attribute], [element]
  'schema_text_not_allowed', // [element]
  'schema_children_not_allowed', // [element]
  'schema_empty', // [element]
  'schema_decimal_comma', // [element], [value]
  'schema_amount', // [element], [value]
  'schema_percentage', // [element], [value]
  'schema_date', // [element], [value]
  'schema_tax_id', // [element], [value]
  'schema_year', // [element], [value]
  'schema_digits', // [element], [value]
  'schema_pattern', // [element], [value], [pattern]
  'schema_code', // [element], [value], [allowed]
  'schema_too_long', // [element], [length], [limit]
  'schema_too_short', // [element], [length], [limit]
  'schema_too_small', // [element], [value], [limit]
  'schema_too_big', // [element], [value], [limit]
  'schema_integer', // [element], [value]
  'schema_value', // [element], [value]
  'schema_instance_attribute', // [attribute], [element]
  'schema_other', // [detail]
  // header
  'header_model', // [found], [expected]
  'header_chapter', // [found], [expected]
  'header_subchapter', // [found], [expected]
  'header_subchapter_missing', // [expected]
  'header_subchapter_unneeded', // [found]
  'header_operation_cancellation', // [found]
  'header_operation_record', // [found]
  'header_year', // [found]
  'header_tax_id', // [found]
  'header_tax_id_case', // [found], [expected]
  'header_name_missing',
] as const;

export type IssueCode = (typeof issueCodes)[number];
