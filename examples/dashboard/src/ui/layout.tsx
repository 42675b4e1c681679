import { useEffect, type ReactNode } from 'react';
import { Link, useRoute } from 'wouter';

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Glycograph`;
  }, [title]);
}

/** Name and sign of the product. */
export const Brand = () => (
  <span className="brand">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.5c3.6 4.6 6.5 8 6.5 11.8a6.5 6.5 0 0 1-13 0C5.5 10.5 8.4 7.1 12 2.5Z" />
    </svg>
    Glycograph
  </span>
);

/** A link of a navigation; it says whether its page, or one below it, is shown. */
export function NavLink({
  to,
  pattern,
  children,
}: {
  to: string;
  pattern: string | RegExp;
  children: ReactNode;
}) {
  const [isCurrent] = useRoute(pattern);
  return (
    <Link href={to} aria-current={isCurrent ? 'page' : undefined} className="nav-link">
      {children}
    </Link>
  );
}
