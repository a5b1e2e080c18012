/** The elements that rules use, in the schemas' order inside their parents. */
const names = [
  'CodigoPais',
  'IDType',
  'ID',
  'NIF',
  'IDOtro',
  'ApellidosNombreRazonSocial',
  'EmisorFacturaRecibida',
  'ContraparteDeclaradaProveedora',
  'SerieFactura',
  'NumFactura',
  'NumFacturaFin',
  'FechaExpedicionFactura',
  'FechaOperacion',
  'FechaRecepcion',
  'TipoFactura',
  'Codigo',
  'Tipo',
  'BaseRectificada',
  'CuotaRectificada',
  'CuotaRecargoRectificada',
  'ImporteRectificacionSustitutiva',
  'FacturaRectificativa',
  'IDFacturaRectificadaSustituida',
  'FacturasRectificadasSustituidas',
  'DescripcionOperacion',
  'ClaveRegimenIvaOpTrascendencia',
  'IDClave',
  'Claves',
  'ImporteTotalFactura',
  'BaseImponibleACoste',
  'CabeceraFactura',
  'DatosFactura',
  'Epigrafe',
  'BienAfectoIRPFYOIVA',
  'Concepto',
  'Linea',
  'ReferenciaBien',
  'CompraBienesCorrientesGastosBienesInversion',
  'InversionSujetoPasivo',
  'OperacionEnRecargoDeEquivalenciaORegimenSimplificado',
  'BaseImponible',
  'TipoImpositivo',
  'CuotaIVASoportada',
  'CuotaIVADeducible',
  'TipoRecargoEquivalencia',
  'CuotaRecargoEquivalencia',
  'PorcentajeCompensacionREAGYP',
  'ImporteCompensacionREAGYP',
  'ImporteGastoIRPF',
  'CriterioCobrosYPagos',
  'DetalleRentaIVA',
  'DetalleIVA',
  'Renta',
  'RentaIVA',
  'IVA',
  'FechaRegistroContable',
  'NombreRazon',
  'EntidadSucedida',
  'OtraInformacionTrascendenciaTributaria',
  'IDGasto',
  'IDRecibida',
] as const;

type ElementName = (typeof names)[number];

/** Number of slots; slot 0 is for names that no rule uses. */
export const slotCount = names.length + 1;

/** A small number for each name, rising in the schemas' order among the children of a parent. */
export const slotOf: Readonly<Record<ElementName, number>> = Object.fromEntries(
  names.map((name, index) => [name, index + 1]),
) as Record<ElementName, number>;

/** The slot of a local name; 0 when no rule uses it. */
export function slotOfName(name: string): number {
  return Object.hasOwn(slotOf, name) ? slotOf[name as ElementName] : 0;
}
