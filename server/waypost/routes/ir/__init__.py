"""Operations, and the lowering of a body into them."""
