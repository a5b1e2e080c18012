/**
 * Zubi's mark: a bridge with one arch over its deck, on three piers. Decorative; the name is
 * beside it.
 */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg
      className="z-mark"
      width={size}
      height={size * 0.75}
      viewBox="0 0 32 24"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <g stroke="currentColor" strokeWidth="2.2" strokeLinecap="round">
        <path d="M1.500 20.500h29" />
        <path d="M3.500 20C4.500 10 9 4 16 4s11.500 6 12.500 16" />
        <path d="M10.500 7v13M16 4v16M21.500 7v13" />
      </g>
    </svg>
  );
}
