import ApusCaching
import ApusHTTP
import ApusSerialization
import TestSupport
import Testing

@testable import ApusConformance

@Suite struct CacheSuiteTests {
  /// Returns a case of two steps, the second of which has expectations.
  private func scenario(
    kind: String = "required", _ expect: String, setup: Bool = true
  ) throws -> CacheCase {
    let text = """
      {"id": "a", "kind": "\(kind)", "steps": [
        {"request": {"method": "GET", "headers": []}, "setup": \(setup), "pause_after_s": 1,
         "origin": {"status": [200, "OK"], "body": {"case_token": true}, "headers":
           [{"name": "Cache-Control", "value": "max-age=60", "must_arrive": true}]},
         "expect": {"type": "not_cached", "status": 200}},
        {"request": {"method": "GET", "headers": []},
         "origin": {"status": [200, "OK"], "headers": []}, "expect": \(expect)}]}
      """
    return try CacheCase(JSON.Value(parsing: Array(text.utf8).span))
  }

  @Test func `a cache case passes if the response meets the case's expectations`() async throws {
    let expect = #"{"type": "cached", "status": 200, "headers_greater_than": [["Age", 0]]}"#
    #expect(await (try scenario(expect)).run() == .passed)
  }

  @Test(arguments: [
    #"{"type": "not_cached"}"#, #"{"status": 304}"#, #"{"headers_greater_than": [["Age", 1]]}"#,
    #"{"headers_present": ["X"]}"#, #"{"headers_absent": ["Age"]}"#,
    #"{"headers_equal": [{"name": "Age", "value": "2"}]}"#, #"{"body": {"text": "b"}}"#,
    #"{"headers_without_value": [{"name": "Cache-Control", "value": "age"}]}"#,
    #"{"origin_sees_headers": ["X"]}"#, #"{"origin_sees_method": "GET"}"#,
    #"{"type": "etag_validated"}"#, #"{"type": "lm_validated"}"#,
    #"{"headers_same_as": [["Age", "Date"]]}"#,
  ])
  func `a cache case fails if the response does not meet the case's expectations`(expect: String)
    async throws
  {
    let scenario = try scenario(expect)
    guard case .failed = await scenario.run() else {
      Issue.record("not failed: \(expect)")
      return
    }
  }

  @Test func `a required cache case can fail, but an optional cache case cannot`() throws {
    let failed = CacheCase.Verdict.failed("x")
    let untested = CacheCase.Verdict.notTested("x")
    #expect(CacheSuite.judge(failed, try scenario("{}")) == .failed("x"))
    #expect(CacheSuite.judge(untested, try scenario("{}")) == .failed("x"))
    let open = Report.Verdict.skipped("optional in the standard, not done")
    for kind in ["optimal", "check"] {
      #expect(CacheSuite.judge(failed, try scenario(kind: kind, "{}")) == open)
      #expect(CacheSuite.judge(.passed, try scenario(kind: kind, "{}")) == .passed)
    }
    #expect(CacheSuite.deviations.count <= 8)
  }

  @Test func `2,000 random request sequences give the responses of the cache model`() async throws {
    var hitCount = 0
    for seed in 0..<2_000 as Range<UInt64> {
      var history = CacheHistory(seed: seed, isShared: seed % 4 == 0)
      let fault = try await history.play(steps: 12)
      #expect(fault == nil, "seed \(seed)")
      hitCount += history.hitCount
    }
    #expect(hitCount > 500)
  }

  @Test(.enabled(if: Corpus("http-cache").isExpected))
  func `every required cache case passes except the listed deviations`() async throws {
    let document = try CorpusError.document(at: Corpus("http-cache").path + "/scenarios.json")
    let cases = try (document["cases"]?.array ?? []).map { try CacheCase($0) }
    #expect(cases.count > 150)
    for scenario in cases where scenario.kind == "required" {
      let verdict = await scenario.run()
      #expect((verdict == .passed) == (CacheSuite.deviations[scenario.id] == nil), "\(scenario.id)")
    }
  }
}
