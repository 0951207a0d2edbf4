import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import LiveFigure from './live_figure.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveFigure', LiveFigure)
  },
} satisfies Theme
