import ApusHTTP
import ApusNet
import ApusSession

/// Makes one call of a session, and treats it in the call's way.
struct Caller: Sendable {
  let call: Call
  let session: HTTPSession
  /// The path of a download's file.
  let path: String

  init(_ call: Call, _ session: HTTPSession, _ folder: String) {
    self.call = call
    self.session = session
    path = "\(folder)/\(call.id)"
  }

  /// Makes the call; returns its end: `right`, `wrong`, or the code of its error.
  func run() async -> String {
    switch call.treatment {
    case .none: return await ask()
    case .handled(let steps, let isSuspended) where call.kind == .file:
      let options = HTTPSession.DownloadOptions.resume
      let task = session.start(
        .download(call.target, to: path, options: options, within: call.limit),
        isSuspended: isSuspended)
      return await end {
        for step in steps { await treat(task, step) }
        task.resume()
        do { _ = try await task.value } catch {
          await forget((error as? HTTPSessionError)?.resumeToken)
          throw error
        }
        return take()
      }
    case .handled(let steps, let isSuspended) where call.kind != .part:
      let task = session.start(.send(call.request, within: call.limit), isSuspended: isSuspended)
      return await end {
        for step in steps { await treat(task, step) }
        task.resume()
        return try await task.value.body == call.content
      }
    case .cancelled, .handled:
      let task = Task(executorPreference: call.id % 2 == 0 ? session.executor : nil) {
        await ask()
      }
      if case .cancelled(let microseconds) = call.treatment, microseconds > 0 {
        try? await Task.sleep(for: .microseconds(microseconds))
      }
      task.cancel()
      return await task.value
    }
  }

  private func treat(_ task: HTTPTask, _ step: Call.Step) async {
    switch step {
    case .suspend: task.suspend()
    case .resume: task.resume()
    case .hurry: task.priority = .high
    case .pause: await LongRun.pause()
    case .cancel: task.cancel()
    }
  }

  /// Makes the call as a program does that waits for it.
  private func ask() async -> String {
    await end {
      switch call.kind {
      case .part: try await read()
      case .file: try await download()
      default: try await session.send(call.request, within: call.limit).body == call.content
      }
    }
  }

  /// Reads as much of the content as the detail requires; returns whether that is right.
  private func read() async throws -> Bool {
    let content = call.content
    return try await session.stream(call.request, within: call.limit) { _, pieces in
      var at = 0
      for try await piece in pieces {
        guard content[at...].starts(with: piece) else { return false }
        at += piece.count
        if at > call.detail { return true }
      }
      return at == content.count
    }
  }

  /// Downloads, and resumes if the content breaks off; returns whether the file is right.
  private func download() async throws -> Bool {
    var token: HTTPSession.ResumeToken?
    for attempt in 1...5 {
      do {
        if let token {
          try await session.download(resuming: token, to: path, within: call.limit)
        } else {
          try await session.download(
            call.target, to: path, options: .resume, within: call.limit)
        }
        return take()
      } catch {
        // A call that is cancelled before it has found the part throws no token.
        let failure = error as? HTTPSessionError
        token = failure?.resumeToken ?? token
        guard attempt < 5, failure?.isTransient == true else {
          await forget(token)
          throw error
        }
      }
    }
    return false
  }

  /// Removes the part of a download, even if the call was cancelled.
  private func forget(_ token: HTTPSession.ResumeToken?) async {
    let request = HTTP.Request.get(call.target)
    await Task {
      if let token { _ = try? await session.discard(token, at: path) }
      _ = try? await session.discard(request, at: path)
    }.value
  }

  /// Removes a downloaded file; returns whether it was right.
  private func take() -> Bool {
    do throws(SystemError) {
      let isRight = try Files.contents(of: path) == call.content
      try Files.remove(path)
      return isRight
    } catch {
      return false
    }
  }

  /// Returns the end of a call.
  private func end(_ body: () async throws -> Bool) async -> String {
    do {
      return try await body() ? "right" : "wrong"
    } catch let error as HTTPSessionError {
      return error.code.name
    } catch is CancellationError {
      return "cancelled"
    } catch {
      return "\(error)"
    }
  }
}
