internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

extension Saving {
  /// Checks before the request that a file can be created or replaced at the destination path.
  func checkDestination() async throws(HTTPSessionError) {
    guard path.bytes.last != 0x2f else { return }
    do throws(NetError) {
      // If the folder of the file does not exist yet, no file can exist at the path.
      if options.contains(.createFolders), let slash = path.bytes.lastIndex(of: 0x2f) {
        let folder = FilePath(bytes: Array(path.bytes[...slash]))
        guard try await files.isFolder(folder, until: deadlines.deadline(.idle)) else { return }
      }
      let destination = try await files.destination(
        path, until: deadlines.deadline(.idle))
      if destination == .folder { return }
      try destination.check(path, replacing: options.contains(.overwrite))
    } catch {
      throw failed(error)
    }
  }

  /// Finds the partial file of a resume token.
  ///
  /// If the partial file is missing or has changed, the download starts again.
  func find(_ token: HTTPSession.ResumeToken) async throws(HTTPSessionError) {
    do throws(NetError) {
      var path = path
      if let name = token.name, try await isFolder { path = path.appending(FilePath(name)) }
      guard
        let found = try await files.findPartial(
          token.partial, for: path, replacing: options.contains(.overwrite),
          permissions: permissions, until: deadlines.deadline(.idle))
      else { return }
      // If a process is killed after it has received the token, the partial file may be longer than
      // in the token.
      let isLonger =
        found.byteCount > token.byteCount && PartNote(found.note)?.validator == token.validator
      guard found.byteCount == token.byteCount || isLonger,
        let token = HTTPSession.ResumeToken(token.facts, byteCount: found.byteCount)
      else {
        await found.discard()
        return
      }
      (file, facts, left) = (found, token.facts, token)
    } catch {
      throw failed(error)
    }
  }

  /// Finds the partial file that an earlier download to the same destination has left, without a
  /// token.
  ///
  /// If the note of the partial file is unusable, the partial file is removed and the download
  /// starts again.
  func findLeft() async throws(HTTPSessionError) {
    guard isFoundLater, mayBeKept, let url = try? HTTP.URL(session.whole(request).target.text)
    else { return }
    do throws(NetError) {
      let isFolder = try await isFolder
      guard try await isThere(isFolder) else { return }
      let partial = self.partial(of: url, isFolder)
      var path = path
      if isFolder {
        let note = PartNote(
          try await files.partialNote(partial, in: path, until: deadlines.deadline(.idle)))
        path = path.appending(FilePath(note?.name ?? Self.unnamed))
      }
      guard
        let found = try await files.findPartial(
          partial, for: path, replacing: options.contains(.overwrite), permissions: permissions,
          until: deadlines.deadline(.idle))
      else { return }
      guard let note = PartNote(found.note), note.isIdentified,
        (note.name != nil) == isFolder,
        let token = HTTPSession.ResumeToken(
          HTTPSession.ResumeToken.Facts(
            url: url, total: note.total, name: note.name, validator: note.validator,
            partial: partial), byteCount: found.byteCount)
      else {
        await found.discard()
        return
      }
      (file, facts, left, self.note) = (found, token.facts, token, note)
    } catch {
      throw failed(error)
    }
  }

  /// The file name that is used for a partial file without a note, which is then removed.
  private static let unnamed = ".apus-unnamed"

  /// Returns whether the folder of the destination file exists.
  private func isThere(_ isFolder: Bool) async throws(NetError) -> Bool {
    guard let slash = path.bytes.lastIndex(of: 0x2f) else { return true }
    let folder = isFolder ? path : FilePath(bytes: Array(path.bytes[...slash]))
    return try await files.isFolder(folder, until: deadlines.deadline(.idle))
  }

  /// Returns the token of the partial file that every download with the same URL and destination
  /// finds.
  private func partial(of url: HTTP.URL, _ isFolder: Bool) -> PartialFile.Token {
    let name = isFolder ? nil : path.bytes.split(separator: 0x2f).last.map { Array($0) }
    return PartialFile.Token(of: url, named: name.map { FilePath(bytes: $0) })
  }

  /// Removes the partial file of a resume token.
  func discard(_ token: HTTPSession.ResumeToken) async throws(HTTPSessionError) {
    try await find(token)
    await drop()
  }

  /// Removes the partial file of an earlier download to the same destination.
  func discardLeft() async throws(HTTPSessionError) {
    try await findLeft()
    await drop()
  }

  private var isFolder: Bool {
    get async throws(NetError) {
      if path.bytes.last == 0x2f { return true }
      return try await files.isFolder(path, until: deadlines.deadline(.idle))
    }
  }

  /// Returns the destination path. In a folder, the file has the already known name or the name
  /// from the response.
  func place(
    _ answer: OpenResponse, _ known: String?
  ) async throws(HTTPSessionError.Reason) -> (path: FilePath, name: String?) {
    do throws(NetError) {
      guard try await isFolder else { return (path, nil) }
    } catch {
      throw deadlines.fileReason(error)
    }
    let name =
      if let known { known } else {
        try DownloadName(answer.head, requestedBy: session.whole(request)).text
      }
    return (path.appending(FilePath(name)), name)
  }

  /// Returns the facts that a later download needs to resume, or `nil` if the download cannot be
  /// resumed.
  ///
  /// A download can be resumed only if the response is a whole representation without a content
  /// coding and with a strong validator.
  func newFacts(
    _ answer: OpenResponse, _ total: Int?, _ name: String?
  ) throws(NetError) -> HTTPSession.ResumeToken.Facts? {
    let fields = answer.head.fields
    guard mayGoOn, mayBeKept, answer.head.status == .ok, !answer.isStored,
      !fields.contains(.contentEncoding),
      let validator = Caching.Validators.forRange(fields), validator.allSatisfy({ $0 < 0x80 }),
      let url = try? HTTP.URL(session.whole(request).target.text)
    else { return nil }
    return HTTPSession.ResumeToken.Facts(
      url: url, total: total, name: name, validator: String(decoding: validator, as: UTF8.self),
      partial: isFoundLater ? partial(of: url, name != nil) : try .random())
  }

  /// A Boolean value that indicates whether the received part of the request's response may be
  /// kept.
  private var mayBeKept: Bool { request.method == .get && !request.headers.contains(.range) }

  /// A Boolean value that indicates whether the destination path is known before the request.
  var isPlacedByCall: Bool {
    destination == nil && session.configuration.downloads.place == nil
  }

  /// A Boolean value that indicates whether a later call finds the partial file without a token.
  var isFoundLater: Bool { options.contains(.resume) && isPlacedByCall }

  /// The permissions of the new file, before the file mode mask of the process applies.
  var permissions: UInt32 { options.contains(.shared) ? 0o666 : 0o600 }

  /// A Boolean value that indicates whether the download may be resumed later.
  ///
  /// A download with a task handle may be suspended, so the download may also be resumed.
  var mayGoOn: Bool { options.contains(.resume) || control != nil }

  /// Removes the partial file and the facts for resuming the download.
  func drop() async {
    await file?.discard()
    (file, facts, left, note) = (nil, nil, nil, nil)
  }

  /// Keeps the partial file if the download can be resumed, and adds the resume token to the error.
  func kept(_ error: HTTPSessionError) async -> HTTPSessionError {
    guard let file else { return error }
    // The caller of a cancelled call receives no token, so the partial file could never be found.
    let isLost = error.reason == .cancelled && control == nil && !isFoundLater && Task.isCancelled
    let isKept =
      options.contains(.resume) && !isLost || error.reason == .suspended
      || control?.keepsPart == true
    guard isKept, let facts else {
      await file.discard()
      return error
    }
    do throws(NetError) {
      let count = try await file.keep(until: deadlines.deadline(.idle))
      guard let token = HTTPSession.ResumeToken(facts, byteCount: count) else { return error }
      return HTTPSessionError(error, keeping: token)
    } catch _ {
      // If the disk fails, the error contains no token, because the partial file may be lost.
      return error
    }
  }

  private func failed(_ error: NetError) -> HTTPSessionError {
    HTTPSessionError(deadlines.fileReason(error), request: session.whole(request))
  }
}
