"""How an editor shows routes: outline, colors, hints, lenses."""
