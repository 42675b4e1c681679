import { useId, type ReactNode } from 'react';

interface CardProps {
  title: string;
  /** Controls and notes next to the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page. */
export function Card({ title, aside, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <header className="card-header">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
