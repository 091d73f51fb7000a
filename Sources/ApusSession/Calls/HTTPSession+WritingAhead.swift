internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Writes the body of a request to a file, and returns the request with that file as its body.
  ///
  /// The length of a body in a file is known, and the session can send the request repeatedly. An
  /// existing file is replaced when the new file is complete. If the function fails, it leaves no
  /// new file.
  ///
  /// - Parameters:
  ///   - request: The request with the body to write.
  ///   - path: The path of the file. An existing file at the path is replaced.
  public nonisolated(nonsending) func writeBody(
    of request: HTTP.Request, to path: String
  ) async throws -> HTTP.Request {
    let deadlines = Deadlines(configuration.timeouts, request.options, environment.time)
    let call = CallContext(deadlines, nil, nil, choosing: defaults.proxies?.makeChoices())
    do throws(HTTPSessionError) {
      let prepared = try await PreparedRequest(written(request), defaults, in: call)
      do throws(HTTPSessionError.Reason) {
        return try await writeBody(of: prepared, to: path, deadlines)
      } catch {
        throw HTTPSessionError(error, request: request)
      }
    } catch {
      throw error.thrown
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
    let pieces = try await prepared.request.body.pieces(deadlines, on: loop)
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

  /// Returns the error reason for the failure of a request body.
  fileprivate static func reason(_ error: any Error, _ deadlines: Deadlines)
    -> HTTPSessionError.Reason
  {
    switch error {
    case let error as HTTPSessionError: error.reason
    case let error as ConnectionError: HTTPSessionError.Reason(error)
    case let error as NetError: deadlines.fileReason(error)
    case is CancellationError where Task.isCancelled: .cancelled
    default: .requestBody
    }
  }
}

extension HTTP.Body {
  /// Reads the whole content of a request body, as a stub or a handler does with a request.
  ///
  /// The function throws an error if the content exceeds the limit. If the content exceeds the
  /// limit, a body that can be read only once is lost.
  ///
  /// - Parameter limit: The maximum number of bytes; 64 MiB by default.
  public nonisolated(nonsending) func collect(
    limit: Int = 64 << 20
  ) async throws -> [UInt8] {
    let deadlines = Deadlines(HTTPSession.Timeouts(), .system)
    do throws(HTTPSessionError.Reason) {
      let loop: EventLoop
      do throws(NetError) { loop = try EventLoop.shared() } catch {
        throw deadlines.fileReason(error)
      }
      return try await Self.collect(try await pieces(deadlines, on: loop), limit, deadlines)
    } catch {
      throw HTTPSessionError(error).thrown
    }
  }

  /// Returns the chunks of the request content in the form that is sent, without throttling.
  fileprivate func pieces(
    _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(HTTPSessionError.Reason) -> BodyPieces.Iterator {
    do throws(ConnectionError) {
      return try await openPieces(deadlines, on: loop).makeAsyncIterator()
    } catch {
      throw HTTPSessionError.Reason(error)
    }
  }

  private nonisolated(nonsending) static func collect(
    _ pieces: BodyPieces.Iterator, _ limit: Int, _ deadlines: Deadlines
  ) async throws(HTTPSessionError.Reason) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece: [UInt8]?
      do { piece = try await pieces.next(isolation: nil) } catch {
        throw HTTPSession.reason(error, deadlines)
      }
      guard let piece else { return bytes }
      guard piece.count <= limit - bytes.count else { throw .bodyTooLong(limit: limit) }
      bytes += piece
    }
  }
}
