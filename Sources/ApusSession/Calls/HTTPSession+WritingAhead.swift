public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Writes a request's body to a file, and returns the request with that file as its body.
  ///
  /// The length is known then, and the request can be sent as often as it must. A file that is
  /// there already is replaced once the new one is whole; nothing is left of one that fails.
  public nonisolated(nonsending) func writeBody(
    of request: HTTP.Request, to path: String
  ) async throws(HTTPSessionError) -> HTTP.Request {
    let prepared = try PreparedRequest(request, defaults)
    let deadlines = Deadlines(configuration.timeouts, request.options, environment.time)
    do throws(HTTPSessionError.Reason) {
      return try await writeBody(of: prepared, to: path, deadlines)
    } catch {
      throw HTTPSessionError(error, request: request)
    }
  }

  private nonisolated(nonsending) func writeBody(
    of prepared: PreparedRequest, to path: String, _ deadlines: Deadlines
  ) async throws(HTTPSessionError.Reason) -> HTTP.Request {
    let loop: EventLoop
    do throws(NetError) {
      loop = try loopOfFiles()
    } catch {
      throw deadlines.fileReason(error)
    }
    let pieces = try await prepared.openPieces(deadlines, on: loop).makeAsyncIterator()
    let file: PartialFile
    do throws(NetError) {
      file = try await FileAccess(on: loop).createPartial(
        for: path, replacing: true, until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
    while true {
      let piece: [UInt8]?
      do { piece = try await pieces.next(isolation: nil) } catch {
        throw Self.reason(error, deadlines)
      }
      do throws(NetError) {
        guard let piece else {
          try await file.commit(until: deadlines.deadline(.idle))
          break
        }
        try await file.write(piece, until: deadlines.deadline(.idle))
      } catch {
        throw deadlines.fileReason(error)
      }
    }
    var request = prepared.request
    request.body = request.body.replaced(by: .file(path))
    return request
  }

  /// What the failure of a body means.
  private static func reason(_ error: any Error, _ deadlines: Deadlines) -> HTTPSessionError.Reason
  {
    switch error {
    case let error as HTTPSessionError: error.reason
    case let error as NetError: deadlines.fileReason(error)
    case is CancellationError: .cancelled
    default: .requestBody
    }
  }
}
