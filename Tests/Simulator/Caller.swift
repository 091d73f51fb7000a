import ApusHTTP
import ApusImages
import ApusNet
import ApusSession
import ApusTestServer

/// Performs one call of a plan, and passes its result to the model.
final class Caller: Sendable {
  private let call: Call
  private let session: HTTPSession
  private let model: Model
  private let network: TestNetwork
  private let images: Downloader<[UInt8]>
  private let folder: String
  private let path: String
  /// The end time of the session's task; nil for other modes.
  private let finished = Lock<Duration?>(nil)

  init(
    _ call: Call, _ session: HTTPSession, _ images: Downloader<[UInt8]>, _ model: Model,
    _ network: TestNetwork, _ folder: String
  ) {
    self.call = call
    self.images = images
    self.folder = folder
    self.session = session
    self.model = model
    self.network = network
    path = "\(folder)/\(model.plan.seed)-\(call.id)"
  }

  private var journal: Journal { model.journal }

  private var request: HTTP.Request {
    let target = Targets.origin(of: call, model.plan) + Targets.path(of: call)
    let hasContent = call.method == .post || call.method == .put
    var request = HTTP.Request(
      call.method, .reference(target),
      body: hasContent ? .bytes(Content.upload(call.id, call.count)) : .empty)
    request.headers["X-Call"] = HTTP.FieldValue("\(call.id)")
    if let user = Secret.ofUser(call, model.plan), call.kind != .door {
      request.headers[.authorization] = .sensitive(user)
    }
    if let language = call.language {
      request.headers["Accept-Language"] = HTTP.FieldValue(language)
    }
    return request
  }

  private var limit: Duration? { call.limit.map { .milliseconds($0) } }

  /// Performs the call, and judges its result.
  func run() async {
    let start = journal.elapsed
    journal.note("call \(call.id) \(call.kind) \(call.mode) begins")
    let result: Result<[UInt8]?, any Error>
    if let cancellation = call.cancellation {
      result = await withTaskGroup(of: Result<[UInt8]?, any Error>?.self) { group in
        group.addTask { await self.perform() }
        group.addTask {
          try? await self.network.sleep(for: .milliseconds(cancellation))
          return nil
        }
        var found: Result<[UInt8]?, any Error>?
        for await one in group {
          if let one { found = one }
          group.cancelAll()
        }
        return found ?? .success(nil)
      }
    } else {
      result = await perform()
    }
    judge(result, since: start)
  }

  private func judge(_ result: Result<[UInt8]?, any Error>, since start: Duration) {
    let end: String
    switch result {
    case .success(let content):
      end = content == nil ? "partly" : "right"
      if let content { model.judge(call, content, since: start) }
      if call.kind == .cache, !call.isSafe {
        model.changed(Targets.origin(of: call, model.plan) + Targets.path(of: call))
      }
    case .failure(let error as HTTPSessionError):
      end = error.code.name
      model.judge(call, error: end)
    case .failure(let error as DownloadError):
      if case .failed(let reason as HTTPSessionError) = error {
        end = reason.code.name
      } else if case .cancelled = error {
        end = "cancelled"
      } else {
        end = "\(error)"
      }
      model.judge(call, error: end)
    case .failure(is CancellationError):
      end = "cancelled"
      model.judge(call, error: end)
    case .failure(let error):
      end = "\(error)"
      journal.violated("error: call \(call.id) threw \(error)")
    }
    journal.note("call \(call.id) ends as \(end)")
    journal.count("\(call.kind.rawValue) \(end)")
    // A running interceptor is the caller's own code, which the session does not end.
    let patience = model.plan.pause(ofCall: "\(call.id)") + .milliseconds(1)
    let time = (finished.withLock(\.self) ?? journal.elapsed) - start
    if ![.download, .folder, .events, .image].contains(call.mode), let limit,
      time > limit + patience
    {
      journal.violated("late: call \(call.id) took \(time) of \(limit)")
    }
  }

  private func perform() async -> Result<[UInt8]?, any Error> {
    do {
      return .success(try await result())
    } catch {
      return .failure(error)
    }
  }

  /// Returns the received content; nil if only a part of the content was read.
  private func result() async throws -> [UInt8]? {
    switch call.mode {
    case .send:
      let response = try await session.send(request, within: limit)
      judgeText(response)
      return response.body
    case .stream:
      return try await session.stream(request, within: limit) { _, body in try await body.collect()
      }
    case .partly:
      return try await session.stream(request, within: limit) { _, body in
        for try await _ in body { return nil }
        return nil
      }
    case .open:
      let response = try await session.open(request, within: limit)
      if call.id % 3 == 0 {
        response.close()
        return nil
      }
      return try await response.body.collect()
    case .task: return try await runTask()
    case .download: return try await download()
    case .folder: return try await downloadIntoFolder()
    case .image: return try await images.value(of: request).value
    case .events: return try await readEvents()
    }
  }

  private func runTask() async throws -> [UInt8]? {
    let task = session.start(.send(request, within: limit), isSuspended: call.id % 4 == 0)
    async let steps: Void = take(call.steps, on: task)
    let result = await withTaskCancellationHandler { () -> Result<HTTP.Response, any Error> in
      do { return .success(try await task.value) } catch { return .failure(error) }
    } onCancel: {
      task.cancel()
    }
    finished.withLock { $0 = journal.elapsed }
    await steps
    return try result.get().body
  }

  private func take(_ steps: [(pause: Int, step: Call.Step)], on task: HTTPTask) async {
    for (pause, step) in steps {
      try? await network.sleep(for: .milliseconds(pause))
      switch step {
      case .suspend: task.suspend()
      case .resume: task.resume()
      case .hurry: task.priority = .high
      }
    }
    task.resume()
  }

  /// Requires that the text of a response has the charset of its media type.
  private func judgeText(_ response: HTTP.Response) {
    guard response.headers[.contentType]?.text.contains("iso-8859-1") == true else { return }
    let scalars = Array(response.text.unicodeScalars)
    // The charset has no agreed meaning for the bytes from 0x80 to 0x9f.
    let isRight =
      scalars.count == response.body.count
      && zip(scalars, response.body).allSatisfy { scalar, byte in
        0x80...0x9f ~= byte || scalar.value == UInt32(byte)
      }
    if !isRight { journal.violated("charset: call \(call.id) has \(scalars.count) scalars") }
  }

  /// Downloads into a folder, and requires that the file has the expected name.
  private func downloadIntoFolder() async throws -> [UInt8]? {
    let file = try await session.download(
      request, to: folder + "/", options: [.overwrite], within: limit)
    defer { try? Files.remove(file.path) }
    let expected = Targets.fileName(of: call).map { "\(folder)/\($0)" }
    if file.path != expected {
      journal.violated("name: call \(call.id) has written the file \(file.path)")
    }
    return try Files.contents(of: file.path)
  }

  /// Downloads the file, and continues a few times if the content ends early.
  private func download() async throws -> [UInt8]? {
    let options: HTTPSession.DownloadOptions =
      model.plan.has(.resumption) ? [.resume, .overwrite] : [.overwrite]
    defer { removeFile() }
    for attempt in 1...4 {
      do {
        try await session.download(request, to: path, options: options, within: limit)
        break
      } catch let error as HTTPSessionError where error.isTransient && attempt < 4 {
        checkFile()
      } catch {
        checkFile()
        await forget()
        throw error
      }
    }
    return try Files.contents(of: path)
  }

  /// Requires that the file is whole or absent after a failed download.
  private func checkFile() {
    guard Files.exists(path) else { return }
    guard let content = try? Files.contents(of: path), Tag(content)?.content == content else {
      return journal.violated("file: call \(call.id) left a file that is not whole")
    }
  }

  private func removeFile() { try? Files.remove(path) }

  private func forget() async {
    await Task(executorPreference: CurrentTask.preferredExecutor) { [request, session, path] in
      _ = try? await session.discard(request, at: path)
    }.value
  }

  /// Reads the events of the call over several connections.
  private func readEvents() async throws -> [UInt8]? {
    var rules = HTTPSession.Reconnection()
    rules.delay = .milliseconds(100)
    var last = 0
    try await session.events(request, reconnecting: rules) { events in
      for try await event in events {
        last += 1
        if event.id != "\(last)" || event.data != "\(call.id).\(last)" {
          journal.violated("events: call \(call.id) received \(event) as number \(last)")
        }
        if last == call.detail { return }
      }
    }
    if last != call.detail { journal.violated("events: call \(call.id) ended after \(last)") }
    return nil
  }
}
