// swift-tools-version: 6.2

import PackageDescription

/// One program for each library that the package offers, with that one dependency and import.
///
/// They share a package so that the libraries are built once. Each target sees only its own
/// product, and the settings are as strict as a user's can be.
let products = [
  "Apus", "ApusAuthentication", "ApusCaching", "ApusCookies", "ApusHTTP", "ApusImages",
  "ApusSerialization",
  "ApusSession", "ApusTLS", "ApusTestServer", "ApusX509",
]

let package = Package(
  name: "consumers",
  dependencies: [.package(name: "apus", path: "../..")],
  targets: products.map {
    .executableTarget(
      name: "Uses" + $0,
      dependencies: [.product(name: $0, package: "apus")],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(),
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ])
  }
)
