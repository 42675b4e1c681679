import { createHash } from 'node:crypto';

/** The look of all pages: one column, large targets, colors that follow the system's light or dark setting. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ink: #1b2330;
  --edge: #76808f;
  --paper: #ffffff;
  --ground: #eef1f5;
  --accent: #1f5fbf;
  --on-accent: #ffffff;
  --alarm: #a8201a;
  --alarm-ground: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ecf2;
    --edge: #7d899b;
    --paper: #1c232e;
    --ground: #12161d;
    --accent: #7db1ff;
    --on-accent: #0c1522;
    --alarm: #ffb4ab;
    --alarm-ground: #3b1a18;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 1rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: 100%;
  max-width: 26rem;
  padding: 1.5rem;
  border-radius: 0.75rem;
  background: var(--paper);
}
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.25; }
form { display: grid; gap: 1rem; margin: 1rem 0 0; }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 0.5rem; }
legend { padding: 0 0 0.5rem; font-weight: 600; }
label { font-weight: 600; }
label.choice { display: flex; gap: 0.6rem; align-items: flex-start; font-weight: 400; }
input[type='email'], input[type='password'] {
  display: block;
  width: 100%;
  margin-top: 0.25rem;
  padding: 0.65rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.4rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 400;
}
input[type='checkbox'], input[type='radio'] { width: 1.2rem; height: 1.2rem; margin: 0.15rem 0 0; flex: none; }
button {
  padding: 0.7rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.4rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.secondary { background: transparent; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role='alert'] { padding: 0.75rem; border-radius: 0.4rem; background: var(--alarm-ground); color: var(--alarm); }
form .hint { margin: -0.5rem 0 0; }
.hint { font-size: 0.9rem; }
`;

/** Changes with the style sheet, so that browsers may keep it for ever. */
export const stylesheetVersion = createHash('sha256').update(stylesheet).digest('hex').slice(0, 16);
