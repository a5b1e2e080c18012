import rulesEs from '../../locales/es/rules.json' with { type: 'json' };
import rulesEu from '../../locales/eu/rules.json' with { type: 'json' };

/** A text of the ledger in its two languages. */
interface LedgerText {
  readonly es: string;
  readonly eu: string;
}

/**
 * Codes about the file and about a record's state in the ledger. The numbers are the ledger's, the
 * texts ours, at most 250 characters each.
 */
export const ledgerTexts: Readonly<Record<string, LedgerText>> = {
  B4_1000001: {
    es: 'El fichero no se ajusta al esquema de su capítulo.',
    eu: 'Fitxategia ez dator bat bere kapituluko eskemarekin.',
  },
  B4_1000002: {
    es: 'Todos los registros del fichero son incorrectos.',
    eu: 'Fitxategiko erregistro guztiak okerrak dira.',
  },
  B4_1000005: {
    es: 'El fichero contiene registros repetidos.',
    eu: 'Fitxategian erregistro errepikatuak daude.',
  },
  B4_1000006: {
    es: 'El modelo no corresponde a este tipo de contribuyente.',
    eu: 'Eredua ez dagokio zergadun mota honi.',
  },
  B4_1000020: {
    es: 'El modelo de la cabecera no coincide con el de la presentación.',
    eu: 'Goiburuko eredua ez dator bat aurkezpenekoarekin.',
  },
  B4_1000021: {
    es: 'El ejercicio de la cabecera no coincide con el de la presentación.',
    eu: 'Goiburuko ekitaldia ez dator bat aurkezpenekoarekin.',
  },
  B4_1000022: {
    es: 'El NIF de la cabecera no coincide con el de la presentación.',
    eu: 'Goiburuko IFZa ez dator bat aurkezpenekoarekin.',
  },
  B4_1000023: {
    es: 'El capítulo de la cabecera no corresponde al fichero.',
    eu: 'Goiburuko kapitulua ez dagokio fitxategiari.',
  },
  B4_1000024: {
    es: 'El subcapítulo de la cabecera no corresponde al fichero.',
    eu: 'Goiburuko azpikapitulua ez dagokio fitxategiari.',
  },
  B4_1000025: {
    es: 'La operación de la cabecera no corresponde al fichero.',
    eu: 'Goiburuko eragiketa ez dagokio fitxategiari.',
  },
  B4_1000030: {
    es: 'El nombre de la cabecera no coincide con el de la presentación.',
    eu: 'Goiburuko izena ez dator bat aurkezpenekoarekin.',
  },
  B4_2000003: {
    es: 'El registro ya consta en el libro del contribuyente.',
    eu: 'Erregistroa zergapekoaren liburuan ageri da jada.',
  },
  B4_2000004: {
    es: 'El registro que se quiere modificar o anular no consta en el libro del contribuyente.',
    eu: 'Aldatu edo baliogabetu nahi den erregistroa ez da zergapekoaren liburuan ageri.',
  },
  B4_2000006: {
    es: 'El registro ya estaba anulado.',
    eu: 'Erregistroa lehendik baliogabetuta zegoen.',
  },
};

type Titles = Readonly<Record<string, { readonly title: string } | undefined>>;

/**
 * The text of a content rule is the application's title: like the ledger's own, the same for each
 * record.
 */
function titleOf(code: string): LedgerText | null {
  const key = `rule_${code}`;
  const [es, eu] = [(rulesEs as Titles)[key], (rulesEu as Titles)[key]];
  return es === undefined || eu === undefined ? null : { es: `${es.title}.`, eu: `${eu.title}.` };
}

/** The texts of a code; an unknown code gets a general sentence, so that no answer is empty. */
export function textOf(code: string): LedgerText {
  return (
    ledgerTexts[code] ??
    titleOf(code) ?? {
      es: 'El libro no admite este contenido.',
      eu: 'Liburuak ez du eduki hau onartzen.',
    }
  );
}
