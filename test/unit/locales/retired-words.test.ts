import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tree = { [key: string]: string | Tree };

const folder = new URL('../../../locales/', import.meta.url);

/** Every text by its key, without the values that are filled in. */
function read(language: string): readonly (readonly [string, string])[] {
  const root = new URL(`${language}/`, folder);
  const texts: [string, string][] = [];
  const walk = (node: Tree, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'string') walk(value, `${path}${key}.`);
      else texts.push([path + key, value.replace(/\{\{[^}]*\}\}/g, '·')]);
    }
  };
  for (const file of readdirSync(root))
    walk(JSON.parse(readFileSync(new URL(file, root), 'utf8')) as Tree, `${file}: `);
  return texts;
}

/** Words that the glossary retired, with what is said instead. A Member State keeps its name. */
const retired: Record<'es' | 'eu' | 'en', readonly (readonly [string, RegExp])[]> = {
  es: [
    ['archivo', /\bficheros?\b/i],
    ['libro', /\bformularios?\b/i],
    ['fallo', /\bincidencias?\b/i],
    ['estado', /\b(veredictos?|situación)\b/i],
    ['resultado desconocido', /\bsin respuesta\b/i],
    ['cancelado', /\bretirad[oa]s?\b/i],
    ['cerrado sin corregir', /\bdej(ar|ad[oa]s?) así\b/i],
    ['necesita su atención', /\b(esperan?|la espera de) a? ?una persona\b/i],
    ['pendiente de resultado', /\bpor decidir\b/i],
    ['registrar el resultado', /\banotar (la )?decisi(ón|ones)\b/i],
    ['NIF-IVA', /\bnúmeros? de IVA\b/i],
    ['clave', /\bllaves?\b/i],
    ['bloquear, desbloquear', /\b(abrir|cerrar|abra|cierre) las claves\b/i],
    ['archivo del LROE', /\blibros? del LROE\b/i],
    ['compensación REAGYP', /\bcompensación agraria\b/i],
    ['en curso', /\ben camino\b/i],
    ['a la vez', /\bde una vez\b/i],
    ['what to do, said plainly', /\bconviene\b/i],
    ['€', /\beuros?\b/i],
    ['perfil del servicio', /\bperfil de servicio\b/i],
  ],
  eu: [['bidalketaren orria', /\bbidalketaren fitxa/i]],
  en: [
    ['the LROE', /\bledger\b/i],
    ['form', /\bmodels?\b/i],
    ['new records', /\bcreations?\b/i],
    ['tax year', /\bfiscal\b/i],
    ['issue, error', /\b(faults?|slips?)\b/i],
    ['fix', /\bmend(s|ed|ing)?\b/i],
    ['status', /\b(verdicts?|standings?|(?<!Member |United )states?)\b/i],
    ['outcome unknown', /\b(no|without( an)?) answer\b/i],
    ['withdrawn', /\btaken? back\b/i],
    ['closed without fixing', /\bleft as (it is|they are)\b/i],
    ['needs attention', /\bwait(s|ing)? for a person\b/i],
    ['the tax authority', /\btax office\b/i],
    ['tax ID', /\b[Tt]ax ids?\b/],
    ['VAT amount', /\bquotas?\b/i],
    ['input VAT', /\bVAT borne\b/i],
    ['rectified', /\bsubstituted (base|VAT)\b/i],
    ['REAGYP compensation', /\bcompensation for farmers\b/i],
    ['activity code', /\bactivity headings?\b/i],
    ['individual, legal entity', /\b(natural|legal) persons?\b/i],
    ['licence', /\blicenses?\b/i],
    ['’', /[a-z]'/i],
  ],
};

describe.each(['es', 'eu', 'en'] as const)('the words of %s', (language) => {
  const texts = read(language);

  it.each([...retired[language]])('use “%s”, never %s', (_instead, word) => {
    const found = texts.filter(([, text]) => word.test(text));
    expect(found).toEqual([]);
  });
});

describe('the advice in Spanish', () => {
  // The infinitive names a button or a menu only.
  it('is never an infinitive', () => {
    const orders = read('es').filter(
      ([key, text]) =>
        /\.hint$/.test(key) && /(^|[.;] (y |o )?)\p{L}+([aei]r)(l[aeo]s?)?\b/iu.test(text),
    );
    expect(orders).toEqual([]);
  });
});
