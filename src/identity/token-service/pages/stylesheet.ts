import { createHash } from 'node:crypto';

/** The style of all pages: one column, large targets, colors that follow the system's light or dark setting. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ink: #17212e;
  --quiet: #4d5b6d;
  --edge: #76808f;
  --line: #dbe1e8;
  --paper: #ffffff;
  --ground: #eef2f6;
  --accent: #17599f;
  --accent-strong: #0f4780;
  --on-accent: #ffffff;
  --alarm: #9c1c17;
  --alarm-ground: #fdecea;
  --shadow: 0 1px 2px rgb(16 32 56 / 8%), 0 12px 32px rgb(16 32 56 / 10%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8edf4;
    --quiet: #a9b5c4;
    --edge: #7d899b;
    --line: #313b49;
    --paper: #1b222c;
    --ground: #11151b;
    --accent: #86b7f5;
    --accent-strong: #a9cdfb;
    --on-accent: #0c1522;
    --alarm: #ffb4ab;
    --alarm-ground: #3b1a18;
    --shadow: 0 0 0 1px var(--line);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: max(1.5rem, 8vh) 1rem 2rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
  overflow-wrap: anywhere;
}
.brand {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  margin: 0 0 1.25rem;
  color: var(--accent);
  font-size: 1.2rem;
  font-weight: 700;
  letter-spacing: -0.01em;
}
.brand svg { width: 1.5rem; height: 1.5rem; fill: currentColor; }
main {
  width: 100%;
  max-width: 27rem;
  padding: 2rem;
  border-radius: 0.9rem;
  background: var(--paper);
  box-shadow: var(--shadow);
}
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; }
p { margin: 0.75rem 0 0; }
ul { margin: 1rem 0 0; padding: 0; display: grid; gap: 0.75rem; list-style: none; }
li a {
  display: block;
  padding: 0.9rem 1rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  font-weight: 600;
  text-decoration: none;
}
form { display: grid; gap: 1.1rem; margin: 1.25rem 0 0; }
form + p { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 0.75rem; }
legend { padding: 0 0 0.5rem; font-weight: 600; }
label { font-weight: 600; }
label.choice { display: flex; gap: 0.7rem; align-items: flex-start; font-weight: 400; }
input[type='email'], input[type='password'], input[type='text'] {
  display: block;
  width: 100%;
  min-height: 2.9rem;
  margin-top: 0.35rem;
  padding: 0.6rem 0.8rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 400;
}
input[aria-invalid] { border-color: var(--alarm); border-width: 2px; }
input[type='checkbox'], input[type='radio'] {
  width: 1.3rem;
  height: 1.3rem;
  margin: 0.1rem 0 0;
  flex: none;
  accent-color: var(--accent);
}
button {
  min-height: 2.9rem;
  padding: 0.65rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
a.button {
  display: block;
  padding: 0.7rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.4rem;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
}
button:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
button.secondary { background: transparent; color: var(--accent); }
button.secondary:hover { color: var(--accent-strong); border-color: var(--accent-strong); }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role='alert'] {
  margin: 1rem 0 0;
  padding: 0.75rem 0.9rem;
  border-left: 4px solid var(--alarm);
  border-radius: 0.4rem;
  background: var(--alarm-ground);
  color: var(--alarm);
}
form .hint { margin: -0.75rem 0 0; }
.hint { color: var(--quiet); font-size: 0.9rem; }
.legal {
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 0.5rem 1.5rem;
  margin-top: 1.25rem;
  font-size: 0.9rem;
}
.legal a { padding: 0.25rem 0; }
@media (max-width: 30rem) {
  body { padding: 1.25rem 0.75rem; }
  main { padding: 1.5rem 1.25rem; }
}
`;

/** Changes with the style sheet, so that browsers can cache it forever. */
export const stylesheetVersion = createHash('sha256').update(stylesheet).digest('hex').slice(0, 16);
