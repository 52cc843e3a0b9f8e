import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Two pages, each with only what it needs. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: { list: `${import.meta.dirname}/page/list.html`, form: `${import.meta.dirname}/page/form.html` },
    },
  },
});
