/// <reference types="vite/client" />
declare module 'virtual:zubi-theme.css';
