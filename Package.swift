// swift-tools-version: 6.2

import PackageDescription

/// One list for every Swift target. Warnings are errors where `CI` is set.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let cSettings: [CSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// If `APUS_POLLER` is `kqueue`, the poller of macOS runs on Linux, with events made by poll(2).
let pollerSettings: [CSetting] =
  Context.environment["APUS_POLLER"] == "kqueue"
  ? [.define("APUS_STAND_IN_KQUEUE"), .headerSearchPath("../../Tests/Support/Kqueue")] : []

/// The house, from the ground up: a floor imports lower floors only.
let floors: [[(name: String, imports: [String])]] = [
  [
    ("ApusBytes", ["CApus"])
  ],
  [
    ("ApusASN1", ["ApusBytes"]),
    ("ApusNames", ["ApusBytes"]),
    ("ApusFiles", ["CApusSystem", "ApusBytes"]),
  ],
  [
    ("ApusCrypto", ["CApus", "ApusBytes", "ApusASN1"]),
    ("ApusHTTP", ["CApusZlib", "CApusBrotli", "CApusZstd", "ApusBytes", "ApusNames"]),
  ],
  [
    ("ApusX509", ["ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto"]),
    ("ApusNet", ["CApusSystem", "CApusNet", "ApusBytes", "ApusNames", "ApusFiles"]),
    ("ApusCookies", ["ApusBytes", "ApusNames", "ApusHTTP"]),
    ("ApusAuthentication", ["ApusBytes", "ApusNames", "ApusCrypto", "ApusHTTP"]),
  ],
  [
    ("ApusTLS", ["CApus", "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusX509"]),
    ("ApusSerialization", ["ApusBytes", "ApusHTTP"]),
    (
      "ApusCaching",
      ["CApusSystem", "ApusBytes", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusNet"]
    ),
    (
      "ApusX509Files",
      ["CApusSystem", "ApusBytes", "ApusASN1", "ApusCrypto", "ApusX509", "ApusFiles"]
    ),
  ],
  [
    (
      "ApusConnections",
      [
        "ApusBytes", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusX509", "ApusX509Files",
        "ApusNet", "ApusAuthentication", "ApusTLS",
      ]
    )
  ],
  [
    (
      "ApusSession",
      [
        "ApusBytes", "ApusNames", "ApusFiles", "ApusCrypto", "ApusHTTP", "ApusX509",
        "ApusNet",
        "ApusCookies", "ApusAuthentication", "ApusTLS", "ApusSerialization", "ApusCaching",
        "ApusConnections",
      ]
    ),
    (
      "ApusRoots",
      [
        "CApusRoots", "ApusCrypto", "ApusX509", "ApusX509Files", "ApusTLS", "ApusConnections",
      ]
    ),
    ("ApusFoundation", []),
  ],
  [
    (
      "Apus",
      [
        "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusX509", "ApusNet",
        "ApusCookies", "ApusAuthentication", "ApusTLS", "ApusSerialization", "ApusCaching",
        "ApusConnections", "ApusSession", "ApusFoundation",
      ]
    ),
    (
      "ApusImages",
      [
        "CApusZlib", "ApusBytes", "ApusCrypto", "ApusHTTP", "ApusNet", "ApusSerialization",
        "ApusConnections", "ApusSession",
      ]
    ),
    (
      "ApusTestServer",
      [
        "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusX509", "ApusNet",
        "ApusTLS", "ApusConnections", "ApusSerialization", "ApusSession",
      ]
    ),
  ],
]

/// The adapters to other packages, on the floor above the sessions: each has a trait, without which
/// its packages are not fetched and its product contains only unavailable names.
let adapters:
  [(
    name: String, imports: [String], trait: String, products: [(name: String, package: String)],
    testProducts: [(name: String, package: String)]
  )] = [
    (
      "ApusHTTPTypes", ["ApusBytes", "ApusNames", "ApusHTTP", "ApusSession"], "HTTPTypes",
      [("HTTPTypes", "swift-http-types")], []
    ),
    (
      "ApusOpenAPI",
      ["ApusBytes", "ApusNames", "ApusHTTP", "ApusSession", "ApusFoundation", "ApusHTTPTypes"],
      "OpenAPI",
      [("OpenAPIRuntime", "swift-openapi-runtime"), ("HTTPTypes", "swift-http-types")], []
    ),
    (
      "ApusLogging", ["ApusHTTP", "ApusSession"], "Logging", [("Logging", "swift-log")],
      [("InMemoryLogging", "swift-log")]
    ),
    (
      "ApusMetrics", ["ApusHTTP", "ApusNet", "ApusSession"], "Metrics",
      [("Metrics", "swift-metrics")],
      [("MetricsTestKit", "swift-metrics")]
    ),
    (
      "ApusTracing", ["ApusHTTP", "ApusNet", "ApusSession"], "Tracing",
      [("Tracing", "swift-distributed-tracing"), ("Instrumentation", "swift-distributed-tracing")],
      [("InMemoryTracing", "swift-distributed-tracing")]
    ),
    (
      "ApusServiceLifecycle", ["ApusNet", "ApusSession"], "ServiceLifecycle",
      [("ServiceLifecycle", "swift-service-lifecycle")],
      [
        ("ServiceLifecycleTestKit", "swift-service-lifecycle"),
        ("UnixSignals", "swift-service-lifecycle"), ("Logging", "swift-log"),
      ]
    ),
    (
      "ApusConfiguration", ["ApusHTTP", "ApusTLS", "ApusConnections", "ApusSession"],
      "Configuration",
      [("Configuration", "swift-configuration")], []
    ),
  ]

/// The packages of the adapters. `Fixtures/neighbours` has a stand-in of each, for the tests.
let neighbours: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-http-types", from: "1.6.0"),
  .package(url: "https://github.com/apple/swift-openapi-runtime", from: "1.0.0"),
  .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
  .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
  .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
  .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
  .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0"),
]

let traits: Set<Trait> = [
  .trait(name: "HTTPTypes", description: "ApusHTTPTypes: the types of swift-http-types"),
  .trait(
    name: "OpenAPI", description: "ApusOpenAPI: a transport for generated clients",
    enabledTraits: ["HTTPTypes"]),
  .trait(name: "Logging", description: "ApusLogging: a monitor for swift-log"),
  .trait(name: "Metrics", description: "ApusMetrics: a monitor for swift-metrics"),
  .trait(name: "Tracing", description: "ApusTracing: spans for swift-distributed-tracing"),
  .trait(name: "ServiceLifecycle", description: "ApusServiceLifecycle: a session as a service"),
  .trait(name: "Configuration", description: "ApusConfiguration: settings from a reader"),
  .trait(name: "Brotli", description: "the content coding br, by the system's libbrotlidec"),
  .trait(name: "Zstd", description: "the content coding zstd, by the system's libzstd"),
]

/// The libraries of the system that are needed only with a trait.
let optionalLibraries = ["CApusBrotli": "Brotli", "CApusZstd": "Zstd"]

func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.map { name in
    .target(name: name, condition: optionalLibraries[name].flatMap { .when(traits: [$0]) })
  }
}

func dependencies(
  _ products: [(name: String, package: String)], trait: String
) -> [Target.Dependency] {
  products.map { product in
    .product(name: product.name, package: product.package, condition: .when(traits: [trait]))
  }
}

let libraries: [Target] = floors.joined().map {
  .target(name: $0.name, dependencies: dependencies($0.imports), swiftSettings: settings)
}

let adapterTargets: [Target] = adapters.map {
  .target(
    name: $0.name,
    dependencies: dependencies($0.imports) + dependencies($0.products, trait: $0.trait),
    swiftSettings: settings)
}

/// The tests of the adapters, which are built only if `APUS_TESTS` names them, with their traits.
let adapterTests: [Target] = adapters.map {
  .testTarget(
    name: "\($0.name)Tests",
    dependencies: dependencies([
      $0.name, "ApusBytes", "ApusNames", "ApusHTTP", "ApusNet", "ApusSession", "ApusTestServer",
      "CApusTestSupport", "TestSupport",
    ]) + dependencies($0.products + $0.testProducts, trait: $0.trait),
    path: "Tests/Integrations/\($0.name)Tests",
    swiftSettings: settings)
}

/// The tests of the codings with traits, which are built like those of the adapters.
let codingsTests: Target = .testTarget(
  name: "CodingsTests",
  dependencies: dependencies([
    "ApusHTTP", "ApusNet", "ApusSession", "ApusTestServer", "CApusTestSupport", "TestSupport",
  ]),
  path: "Tests/Integrations/CodingsTests",
  swiftSettings: settings)

let tools: [Target] = [
  .executableTarget(
    name: "ApusCommand",
    dependencies: dependencies([
      "CApusSystem", "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusX509",
      "ApusNet", "ApusTLS", "ApusSerialization", "ApusConnections", "ApusSession",
      "ApusTestServer",
    ]),
    swiftSettings: settings),
  .executableTarget(
    name: "ApusConformance",
    dependencies: dependencies([
      "CApus", "CApusSystem", "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusHTTP",
      "ApusX509", "ApusNet", "ApusCookies", "ApusTLS", "ApusSerialization", "ApusImages",
      "ApusAuthentication", "ApusCaching",
    ]),
    swiftSettings: settings),
  .executableTarget(
    name: "ApusBenchmarks",
    dependencies: dependencies([
      "ApusBytes", "ApusASN1", "ApusNames", "ApusCrypto", "ApusHTTP", "ApusX509", "ApusNet",
      "ApusAuthentication", "ApusCaching", "ApusTLS", "ApusConnections", "ApusSession",
      "ApusSerialization", "ApusImages", "ApusTestServer",
    ]),
    path: "Benchmarks/ApusBenchmarks",
    exclude: ["Peers"],
    swiftSettings: settings),
]

let tests: [Target] = [
  .target(
    name: "CApusTestSupport", path: "Tests/Support/CApusTestSupport", cSettings: cSettings),
  .target(
    name: "TestSupport", dependencies: ["ApusNet", "CApusTestSupport"],
    path: "Tests/Support/TestSupport", swiftSettings: settings),
  .target(
    name: "LongRun",
    dependencies: ["ApusHTTP", "ApusNet", "ApusSession", "ApusTestServer", "CApusTestSupport"],
    path: "Tests/Support/LongRun", swiftSettings: settings),
  .executableTarget(
    name: "ApusConstantTime",
    dependencies: dependencies(["CApus", "ApusBytes", "ApusCrypto", "CApusTestSupport"]),
    path: "Tests/ConstantTime",
    exclude: ["run"],
    swiftSettings: settings),
  .executableTarget(
    name: "ApusGateway",
    dependencies: dependencies([
      "ApusNames", "ApusHTTP", "ApusNet", "ApusSerialization", "ApusSession", "ApusTestServer",
      "CApusTestSupport", "LongRun",
    ]),
    path: "Tests/Gateway",
    exclude: ["run"],
    swiftSettings: settings),
  .executableTarget(
    name: "ApusSimulator",
    dependencies: dependencies([
      "ApusBytes", "ApusNames", "ApusHTTP", "ApusX509", "ApusNet", "ApusCookies",
      "ApusAuthentication", "ApusTLS", "ApusSerialization", "ApusCaching", "ApusConnections",
      "ApusSession", "ApusImages", "ApusTestServer", "LongRun",
    ]),
    path: "Tests/Simulator",
    exclude: ["run"],
    swiftSettings: settings),
  .executableTarget(
    name: "ApusKilling",
    dependencies: dependencies(["ApusHTTP", "ApusNet", "ApusCaching"]),
    path: "Tests/Killing",
    exclude: ["run"],
    swiftSettings: settings),
  .executableTarget(
    name: "ApusInterop",
    dependencies: dependencies([
      "ApusBytes", "ApusNames", "ApusHTTP", "ApusX509", "ApusNet", "ApusCookies", "ApusTLS",
      "ApusAuthentication",
    ]),
    path: "Tests/Interop",
    exclude: ["Peers", "run"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusBytesTests", dependencies: ["ApusBytes", "CApusTestSupport", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusNamesTests",
    dependencies: ["ApusNames", "ApusBytes", "ApusNet", "CApusTestSupport", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusHTTPTests",
    dependencies: ["ApusHTTP", "ApusNames", "ApusBytes", "ApusNet", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusASN1Tests", dependencies: ["ApusASN1", "ApusBytes", "ApusNet", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusCryptoTests",
    dependencies: [
      "ApusCrypto", "ApusASN1", "ApusBytes", "ApusNet", "ApusSerialization", "CApus",
      "CApusTestSupport", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusX509Tests",
    dependencies: [
      "ApusX509", "ApusCrypto", "ApusNames", "ApusASN1", "ApusBytes", "ApusNet", "CApusTestSupport",
      "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusX509FilesTests",
    dependencies: ["ApusX509Files", "ApusX509", "ApusASN1", "ApusNet", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusRootsTests",
    dependencies: [
      "ApusRoots", "ApusConnections", "ApusX509Files", "ApusX509", "ApusTLS", "ApusNet",
      "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusNetTests",
    dependencies: ["ApusNet", "ApusBytes", "CApusTestSupport", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ApusCookiesTests",
    dependencies: [
      "ApusCookies", "ApusSerialization", "ApusHTTP", "ApusNames", "ApusBytes",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusAuthenticationTests",
    dependencies: [
      "ApusAuthentication", "ApusHTTP", "ApusNames", "ApusCrypto", "ApusBytes", "ApusNet",
      "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusCachingTests",
    dependencies: [
      "ApusCaching", "ApusHTTP", "ApusCrypto", "ApusNames", "ApusBytes", "ApusNet",
      "CApusTestSupport", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusTLSTests",
    dependencies: [
      "ApusTLS", "ApusX509", "ApusCrypto", "ApusNames", "ApusASN1", "ApusBytes", "ApusNet",
      "ApusHTTP", "ApusSession", "ApusConnections", "ApusTestServer", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusSerializationTests",
    dependencies: [
      "ApusSerialization", "ApusHTTP", "ApusBytes", "ApusNet", "CApusTestSupport", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusConnectionsTests",
    dependencies: [
      "ApusConnections", "ApusHTTP", "ApusTLS", "ApusX509", "ApusCrypto", "ApusNames", "ApusNet",
      "ApusX509Files", "ApusBytes", "ApusTestServer", "CApusTestSupport", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusSessionTests",
    dependencies: [
      "Apus", "ApusSession", "ApusConnections", "ApusSerialization", "ApusHTTP", "ApusTLS",
      "ApusX509", "ApusCrypto", "ApusNames", "ApusASN1", "ApusNet", "ApusBytes", "ApusTestServer",
      "ApusX509Files", "CApusTestSupport",
      "LongRun", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusImagesTests",
    dependencies: [
      "ApusImages", "ApusSession", "ApusSerialization", "ApusHTTP", "ApusNet", "ApusBytes",
      "ApusTestServer", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusTests",
    dependencies: [
      "Apus", "ApusTestServer", "ApusX509Files", "ApusNet", "ApusCrypto", "ApusBytes",
      "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(name: "FrontDoorTests", dependencies: ["Apus"], swiftSettings: settings),
  .target(name: "TakenNames", path: "Tests/Support/TakenNames", swiftSettings: settings),
  .testTarget(
    name: "NeighbourTests", dependencies: ["Apus", "TakenNames"], swiftSettings: settings),
  .testTarget(
    name: "MainActorTests", dependencies: ["Apus"],
    swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
  .testTarget(
    name: "ApusCommandTests",
    dependencies: [
      "ApusCommand", "ApusX509", "ApusASN1", "ApusBytes", "ApusHTTP", "ApusNet", "ApusTLS",
      "ApusSerialization", "ApusSession", "ApusTestServer", "CApusTestSupport", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusConformanceTests",
    dependencies: [
      "ApusConformance", "ApusTLS", "ApusX509", "ApusCrypto", "ApusNames", "ApusNet", "ApusBytes",
      "ApusSerialization", "ApusImages", "ApusAuthentication", "ApusCaching", "CApusTestSupport",
      "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "ApusBenchmarksTests", dependencies: ["ApusBenchmarks"], swiftSettings: settings),
  .testTarget(
    name: "HouseTests",
    dependencies: ["ApusNet", "ApusBytes", "ApusSerialization", "TestSupport"],
    swiftSettings: settings),
]

let programs: [Product] = [
  .executable(name: "apus", targets: ["ApusCommand"]),
  .executable(name: "apus-conformance", targets: ["ApusConformance"]),
  .executable(name: "apus-benchmarks", targets: ["ApusBenchmarks"]),
]

/// If `APUS_TESTS` names test targets, only these test targets and the programs that they test are
/// built, because a build of all targets with a sanitizer takes long.
let chosen = Context.environment["APUS_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "apus",
  // Inline arrays, UTF-8 spans and task executors need it.
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Apus", targets: ["Apus"]),
    .library(name: "ApusSession", targets: ["ApusSession"]),
    .library(name: "ApusX509", targets: ["ApusX509"]),
    .library(name: "ApusX509Files", targets: ["ApusX509Files"]),
    .library(name: "ApusRoots", targets: ["ApusRoots"]),
    .library(name: "ApusTLS", targets: ["ApusTLS"]),
    .library(name: "ApusHTTP", targets: ["ApusHTTP"]),
    .library(name: "ApusCookies", targets: ["ApusCookies"]),
    .library(name: "ApusSerialization", targets: ["ApusSerialization"]),
    .library(name: "ApusImages", targets: ["ApusImages"]),
    .library(name: "ApusTestServer", targets: ["ApusTestServer"]),
    .library(name: "ApusAuthentication", targets: ["ApusAuthentication"]),
    .library(name: "ApusCaching", targets: ["ApusCaching"]),
  ] + adapters.map { .library(name: $0.name, targets: [$0.name]) }
    + (chosen == nil ? programs : []),
  traits: traits,
  dependencies: neighbours,
  targets: [
    // Without Glibc's module nothing else links libm, which a Double's rounding calls.
    .target(name: "CApus", cSettings: cSettings, linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "CApusSystem", dependencies: ["CApus"],
      cSettings: cSettings + [.headerSearchPath("../CApus/System")]),
    .target(
      name: "CApusNet", dependencies: ["CApusSystem"],
      cSettings: cSettings + pollerSettings + [.headerSearchPath("../CApus/System")]),
    .target(name: "CApusRoots", dependencies: ["CApusSystem"], cSettings: cSettings),
    .systemLibrary(name: "CApusZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CApusBrotli", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CApusZstd", providers: [.apt(["libzstd-dev"])]),
  ] + libraries + adapterTargets
    + (chosen.map { names in
      tools.filter { names.contains("\($0.name)Tests") }
        + tests.filter { $0.type == .regular || names.contains($0.name) }
        + (adapterTests + [codingsTests]).filter { names.contains($0.name) }
    } ?? tools + tests)
)
