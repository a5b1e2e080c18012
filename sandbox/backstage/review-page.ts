import { territories } from '../intermediary/reference-data.ts';
import type { Authorization, Notification } from '../state/authorizations.ts';
import type { KeptCompany } from '../state/companies.ts';

/** An authorization with its company. */
export type AuthorizationView = Authorization & { readonly id: string };

/** The page's content. */
interface ReviewView {
  readonly companies: readonly {
    readonly company: KeptCompany;
    readonly authorization: AuthorizationView;
  }[];
  readonly notifications: readonly Notification[];
  readonly holdsSoftwareGarante: boolean;
}

type Row = ReviewView['companies'][number];

const moments = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Madrid',
});

const states = {
  none: 'Sin documento',
  pending_validation: 'Pendiente de validar',
  approved: 'Aprobada',
  rejected: 'Rechazada',
} as const;

/** The service's panel: a page without scripts, in Spanish as such a panel would be. */
export function writeReviewPage(view: ReviewView): string {
  const isPending = ({ authorization }: Row) => authorization.state === 'pending_validation';
  const pendingFirst = view.companies.toSorted(
    (a, b) => Number(isPending(b)) - Number(isPending(a)),
  );
  const rows = pendingFirst.map(writeRow).join('\n');
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
<header>
<h1>Autorizaciones de representación</h1>
<span class="pill sandbox">Entorno de pruebas</span>
<p class="second">Aquí hace usted de revisor: nada de esto se envía fuera de este equipo.</p>
</header>
<main>
<section>
<table>
<caption>Empresas y su autorización, primero lo pendiente</caption>
<thead><tr><th scope="col">Empresa</th><th scope="col">NIF</th><th scope="col">Territorio</th><th scope="col">Estado</th><th scope="col">Documento</th><th scope="col">Revisión</th></tr></thead>
<tbody>
${rows === '' ? none : rows}
</tbody>
</table>
</section>
${writeStatus(view.holdsSoftwareGarante)}
${writeNotifications(view)}
<p><a href="/sandbox/assumptions">Lo que supone este entorno donde la especificación no dice nada</a></p>
</main>
</body>
</html>
`;
}

function writeRow({ company, authorization }: Row): string {
  const place = `/sandbox/authorizations/${encodeURIComponent(company.id)}`;
  const { state, file_format: format, uploaded_at: at, reason } = authorization;
  const document =
    format === null
      ? '—'
      : `<a href="${place}/document">${format.toUpperCase()}</a>${writeTime(at ?? '')}`;
  const territory = territories.find(({ id }) => id === company.regional_territory_id)?.name ?? '—';
  return `<tr>
<th scope="row">${toHtml(company.full_name)}<code>${toHtml(company.id)}</code></th>
<td>${toHtml(company.tax_id_number)}</td>
<td>${toHtml(territory)}</td>
<td><span class="pill ${state}">${states[state]}</span>${reason === null ? '' : `<span class="second">${toHtml(reason)}</span>`}</td>
<td>${document}</td>
<td>${state === 'pending_validation' ? writeForms(place, company.full_name) : '—'}</td>
</tr>`;
}

function writeForms(place: string, name: string): string {
  return `<div class="review"><form method="post" action="${place}/approve"><button class="next" aria-label="Aprobar la autorización de ${toHtml(name)}">Aprobar</button></form>
<form method="post" action="${place}/reject">
<input name="reason" maxlength="500" aria-label="Motivo del rechazo de ${toHtml(name)}" placeholder="Motivo">
<button aria-label="Rechazar la autorización de ${toHtml(name)}">Rechazar</button></form></div>`;
}

function writeStatus(holds: boolean): string {
  const text = holds
    ? 'El intermediario es Software Garante: sus envíos no necesitan autorización.'
    : 'El intermediario no es Software Garante: sus envíos necesitan una autorización aprobada.';
  return `<section>
<h2>Software Garante</h2>
<form method="post" action="/sandbox/intermediary"><p>${text}</p>
<button name="software_garante" value="${String(!holds)}">${holds ? 'Quitar' : 'Dar'} la condición</button></form>
</section>`;
}

function writeNotifications({ notifications, companies }: ReviewView): string {
  const names = new Map(companies.map(({ company }) => [company.id, company.full_name]));
  const items = notifications.map(({ company_id, event, at, reason }) => {
    const what = event === 'authorization_approved' ? 'aprobada' : 'rechazada';
    const why = reason === null ? '' : `: ${toHtml(reason)}`;
    return `<li>${writeTime(at)} ${what} la autorización de ${toHtml(names.get(company_id) ?? company_id)}${why}</li>`;
  });
  if (items.length === 0) return '';
  return `<section>\n<h2>Avisos al intermediario</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`;
}

/** As a clock in Bilbao shows it: a reviewer reads no UTC. */
function writeTime(iso: string): string {
  return `<time datetime="${toHtml(iso)}">${toHtml(moments.format(new Date(iso)))}</time>`;
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
