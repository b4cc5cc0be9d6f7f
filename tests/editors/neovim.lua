-- The set-up of the documentation for Neovim before 0.11, which has no vim.lsp.config: a client for each buffer that is our concern.
local names = { ["typos.toml"] = true, ["_typos.toml"] = true, [".typos.toml"] = true }

local function attach()
  local name = vim.fn.expand("%:t")
  if vim.bo.filetype == "python" or names[name] or name == "pyproject.toml" or name == "Cargo.toml" then
    WAYPOST = WAYPOST or vim.lsp.start_client({
      name = "waypost",
      cmd = vim.split(vim.env.WAYPOST_COMMAND, " "),
      root_dir = vim.fn.getcwd(),
      on_attach = function(_, buffer)
        vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
      end,
    })
    vim.lsp.buf_attach_client(0, WAYPOST)
  end
end

vim.api.nvim_create_autocmd("FileType", { callback = attach })
