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
    let call = try Call(request, preset)
    do throws(HTTPSessionError.Reason) {
      return try await writeBody(of: call, to: path)
    } catch {
      throw HTTPSessionError(error, request: request)
    }
  }

  private nonisolated(nonsending) func writeBody(
    of call: Call, to path: String
  ) async throws(HTTPSessionError.Reason) -> HTTP.Request {
    let loop: EventLoop
    do throws(NetError) {
      if let own = self.loop { loop = own } else { loop = try EventLoop.shared() }
    } catch {
      throw call.bounds.fileReason(error)
    }
    let pieces = try await call.openPieces(on: loop).makeAsyncIterator()
    let file: PartialFile
    do throws(NetError) {
      file = try await FileAccess(on: loop).createPartial(
        for: path, until: call.bounds.deadline(.idle))
    } catch {
      throw call.bounds.fileReason(error)
    }
    while true {
      let piece: [UInt8]?
      do { piece = try await pieces.next(isolation: nil) } catch { throw Self.reason(error, call) }
      do throws(NetError) {
        guard let piece else {
          try await file.commit(replacing: true, until: call.bounds.deadline(.idle))
          break
        }
        try await file.write(piece, until: call.bounds.deadline(.idle))
      } catch {
        throw call.bounds.fileReason(error)
      }
    }
    var request = call.request
    request.body = request.body.replaced(by: .file(path))
    return request
  }

  /// What the failure of a body means.
  private static func reason(_ error: any Error, _ call: Call) -> HTTPSessionError.Reason {
    switch error {
    case let error as HTTPSessionError: error.reason
    case let error as NetError: call.bounds.fileReason(error)
    case is CancellationError: .cancelled
    default: .requestBody
    }
  }
}
