"""How an editor shows a configuration: outline, colors, folds, hints, links, selections."""
