;; What the tests ask of an Emacs that is set up as the documentation says.
(require 'jsonrpc)
(setq jrpc-default-request-timeout 60 ; as patient as the tests are
      eglot-sync-connect 10
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      eldoc-echo-area-use-multiline-p t)

(defun waypost-answer (value)
  "VALUE as JSON in base64, which comes through emacsclient unharmed."
  (base64-encode-string (encode-coding-string (json-encode (vector value)) 'utf-8) t))

(defun waypost-diagnostics ()
  (vconcat (mapcar (lambda (each)
                     (vector (1- (line-number-at-pos (flymake-diagnostic-beg each)))
                             (flymake-diagnostic-text each)))
                   (flymake-diagnostics))))

(defvar waypost-asked 0)

(defun waypost-hover ()
  "Ask for the documentation at point; what its buffer shows so far.
Asking again drops an answer that is on its way, so that has its time first.
Eldoc asks only once for one place: if the server was not there yet, never again."
  (when (and (eglot-managed-p) (> (float-time) (+ waypost-asked 5)))
    (setq waypost-asked (float-time)
          eldoc--last-request-state nil)
    (eldoc-print-current-symbol-info))
  (if (buffer-live-p eldoc--doc-buffer)
      (with-current-buffer eldoc--doc-buffer (substring-no-properties (buffer-string)))
    ""))

(defun waypost-fix (title)
  "Take the code action called TITLE at point, as if chosen from the menu."
  (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) title)))
    (call-interactively #'eglot-code-actions)))

(defun waypost-references ()
  "The places of what is at point, each as name:line, as `xref-find-references' lists them."
  (vconcat (sort (mapcar (lambda (each)
                             (let ((place (xref-item-location each)))
                               (format "%s:%s" (file-name-nondirectory (xref-location-group place))
                                       (xref-location-line place))))
                           (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))
                   #'string<)))

(defun waypost-callers ()
  "The names of the functions that call the one at point."
  (let* ((server (eglot-current-server))
         (items (jsonrpc-request server :textDocument/prepareCallHierarchy (eglot--TextDocumentPositionParams))))
    (vconcat (mapcar (lambda (call) (plist-get (plist-get call :from) :name))
                     (and (> (length items) 0)
                          (jsonrpc-request server :callHierarchy/incomingCalls (list :item (elt items 0))))))))

;; The same of lsp-mode.
(setq lsp-auto-guess-root t
      lsp-enable-snippet nil
      lsp-restart 'ignore
      lsp-headerline-breadcrumb-enable nil
      lsp-modeline-code-actions-enable nil
      lsp-modeline-diagnostics-enable nil
      lsp-modeline-workspace-status-enable nil)

(defun waypost-lsp-diagnostics ()
  (vconcat (mapcar (lambda (each)
                     (vector (lsp-get (lsp-get (lsp-get each :range) :start) :line) (lsp-get each :message)))
                   (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)))))

(defun waypost-lsp-hover ()
  "Show the documentation at point as its command does; what is in its window."
  (lsp-describe-thing-at-point)
  (with-current-buffer "*lsp-help*" (substring-no-properties (buffer-string))))

(defun waypost-lsp-fix (title)
  (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) title)))
    (call-interactively #'lsp-execute-code-action)))
