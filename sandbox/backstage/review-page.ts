import type { Notification } from '../state/authorizations.ts';
import type { KeptCompany } from '../state/companies.ts';
import type { AuthorizationView } from './review.ts';

/** What the page shows. */
export interface ReviewView {
  readonly companies: readonly { readonly company: KeptCompany; readonly authorization: AuthorizationView }[];
  readonly notifications: readonly Notification[];
  readonly holdsSoftwareGarante: boolean;
}

const states = {
  none: 'Sin documento',
  pending_validation: 'Pendiente de validar',
  approved: 'Aprobada',
  rejected: 'Rechazada',
} as const;

/** The service's panel as far as the sandbox has one: a page without scripts, in Spanish as such a panel would be. */
export function writeReviewPage(view: ReviewView): string {
  const rows = view.companies.map(writeRow).join('\n');
  const none = '<tr><td colspan="6">Todavía no hay ninguna empresa.</td></tr>';
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Entorno de pruebas: autorizaciones</title>
<link rel="stylesheet" href="/sandbox/review.css">
</head>
<body>
<main>
<h1>Autorizaciones de representación</h1>
<p>Entorno de pruebas. Aquí se hace de revisor: nada de esto sale de este equipo.</p>
<table>
<caption>Empresas y su autorización</caption>
<thead><tr><th scope="col">Empresa</th><th scope="col">NIF</th><th scope="col">Identificador</th><th scope="col">Estado</th><th scope="col">Documento</th><th scope="col">Revisión</th></tr></thead>
<tbody>
${rows === '' ? none : rows}
</tbody>
</table>
${writeStatus(view.holdsSoftwareGarante)}
${writeNotifications(view)}
<p><a href="/sandbox/assumptions">Lo que este entorno supone donde la especificación calla</a></p>
</main>
</body>
</html>
`;
}

function writeRow({ company, authorization }: ReviewView['companies'][number]): string {
  const place = `/sandbox/authorizations/${encodeURIComponent(company.id)}`;
  const { state, file_format: format, uploaded_at: at, reason } = authorization;
  const document =
    format === null ? '—' : `<a href="${place}/document">${format.toUpperCase()}</a>, ${toHtml(at ?? '')}`;
  return `<tr>
<th scope="row">${toHtml(company.full_name)}</th>
<td>${toHtml(company.tax_id_number)}</td>
<td><code>${toHtml(company.id)}</code></td>
<td class="${state}">${states[state]}${reason === null ? '' : `: ${toHtml(reason)}`}</td>
<td>${document}</td>
<td>${state === 'pending_validation' ? writeForms(place, company.full_name) : '—'}</td>
</tr>`;
}

function writeForms(place: string, name: string): string {
  return `<form method="post" action="${place}/approve"><button>Aprobar</button></form>
<form method="post" action="${place}/reject">
<input name="reason" maxlength="500" aria-label="Motivo del rechazo de ${toHtml(name)}" placeholder="Motivo">
<button>Rechazar</button></form>`;
}

function writeStatus(holds: boolean): string {
  const text = holds
    ? 'El intermediario es Software Garante: sus presentaciones no necesitan autorización.'
    : 'El intermediario no es Software Garante: sus presentaciones necesitan una autorización aprobada.';
  return `<h2>Software Garante</h2>
<form method="post" action="/sandbox/intermediary"><p>${text}</p>
<button name="software_garante" value="${String(!holds)}">${holds ? 'Quitar' : 'Dar'} la condición</button></form>`;
}

function writeNotifications({ notifications, companies }: ReviewView): string {
  const names = new Map(companies.map(({ company }) => [company.id, company.full_name]));
  const items = notifications.map(({ company_id, event, at, reason }) => {
    const what = event === 'authorization_approved' ? 'aprobada' : 'rechazada';
    const why = reason === null ? '' : `: ${toHtml(reason)}`;
    return `<li>${toHtml(at)}: ${what} la autorización de ${toHtml(names.get(company_id) ?? company_id)}${why}</li>`;
  });
  if (items.length === 0) return '';
  return `<h2>Avisos al intermediario</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The page's one style sheet. */
export const reviewStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; padding: .5rem 0; }
th, td { border-block-end: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: .5rem; text-align: start; vertical-align: top; }
form { display: inline-flex; gap: .5rem; align-items: center; flex-wrap: wrap; margin: 0 .5rem .25rem 0; }
button, input { font: inherit; padding: .25rem .75rem; }
.pending_validation, .rejected { font-weight: 600; }
`;
